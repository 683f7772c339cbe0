/** Has the browser download the address, and the page stays. */
export function follow(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.click();
}
