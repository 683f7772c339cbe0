/** The place of something that is on its way. Give it the size of the real thing. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={`animate-shimmer rounded-block bg-line ${className}`} />;
}
