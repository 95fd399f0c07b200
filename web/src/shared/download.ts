/** Saves files. */

const IN_USE = 60_000; // milliseconds for which a browser may still read the content

/** Save content under a name as a download. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), IN_USE);
}
