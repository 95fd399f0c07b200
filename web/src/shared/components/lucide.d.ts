declare module 'lucide/dist/esm/icons/*' {
  const shapes: [tag: string, attributes: Record<string, string | number>][];
  export default shapes;
}
