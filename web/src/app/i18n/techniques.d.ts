declare module 'virtual:techniques' {
  const names: Record<string, Record<string, string>>;
  export default names;
}
