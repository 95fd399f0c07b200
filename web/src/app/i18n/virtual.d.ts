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

declare module 'virtual:kernel' {
  /** The WebAssembly module, compressed with gzip, in base64. */
  const compressed: string;
  export default compressed;
}

declare module 'virtual:codes' {
  type Words = { en: string; zh: string };
  /** An algorithm that can be watched, and its pseudocode; `ids` names the lines. */
  export interface Code {
    id: string;
    name: Words;
    about: Words;
    lines: Words[];
    ids: string[];
  }
  const codes: Record<'search' | 'grids' | 'puzzles', Code[]>;
  export default codes;
}

declare module 'virtual:graded' {
  /** Puzzles as lines of 81 characters, by difficulty. */
  const lines: Record<'easy' | 'medium' | 'hard' | 'expert' | 'extreme', string[]>;
  export default lines;
}
