/** Canvases at the screen's resolution. */

/** Match the canvas to the pixels it covers; return its context in CSS pixels, or null while it has no size. */
export function fitToPixels(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  if (width < 1 || height < 1) return null;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d');
  context?.scale(ratio, ratio);
  return context;
}
