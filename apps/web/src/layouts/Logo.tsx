/** The keep: a block with battlements. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 34" width="32" height="34" aria-hidden className="shrink-0">
      <path fill="var(--lantern)" d="M16 6 30 14 16 22 2 14z" />
      <path fill="var(--lantern-edge)" d="M2 14v12l14 8V22z" />
      <path fill="color-mix(in oklab, var(--lantern-edge) 70%, #000)" d="M30 14v12l-14 8V22z" />
      <path fill="var(--lantern)" d="M16 0 22 3.5 16 7l-6-3.5zM6 6l5 3-5 3-5-3zM26 6l5 3-5 3-5-3z" />
      <path fill="var(--lantern-edge)" d="M10 3.500V8l6 3.500V7zM1 9v5l5 3v-5zM21 9v5l5 3v-5z" />
      <path
        fill="color-mix(in oklab, var(--lantern-edge) 70%, #000)"
        d="M22 3.500V8l-6 3.500V7zM11 9v5l-5 3v-5zM31 9v5l-5 3v-5z"
      />
      <path fill="var(--lantern-ink)" d="m6.500 22.500 5 2.900v6.100l-5-2.900z" />
    </svg>
  );
}
