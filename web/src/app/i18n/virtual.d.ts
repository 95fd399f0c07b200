declare module 'virtual:texts/*' {
  const texts: Record<'en' | 'zh', Record<string, string>>;
  export default texts;
}

declare module 'virtual:errors' {
  /** A template, or templates for one and for several of the field `n`. */
  type Template = string | { one: string; other: string };
  const errors: Record<'en' | 'zh', Record<string, Template>>;
  export default errors;
}
