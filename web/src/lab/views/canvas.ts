/** A canvas as sharp as the screen, drawn again when its size or what it depends on changes. */

/** Makes the canvas as many pixels as it covers; gives its context in CSS pixels, or null while it has no size. */
export function sharp(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  if (width < 1 || height < 1) return null;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d');
  context?.scale(ratio, ratio);
  return context;
}
