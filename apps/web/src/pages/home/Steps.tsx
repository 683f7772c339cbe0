/** What is done one after the other, each a block with its number on it. */
export function Steps({ steps }: { steps: { title: string; text: string }[] }) {
  return (
    <ol className="grid gap-5 md:grid-cols-3">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="flex flex-col gap-2 rounded-block border-2 border-line bg-surface p-5 shadow-block">
          <span
            aria-hidden
            className="mb-1 grid size-11 place-items-center rounded-block border-2 border-lantern-edge bg-lantern font-display text-lg font-bold text-lantern-ink shadow-lantern"
          >
            {index + 1}
          </span>
          <h3 className="text-base">{title}</h3>
          <p className="text-pretty text-muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}
