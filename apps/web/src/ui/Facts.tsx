interface Props {
  facts: readonly { label: string; value: string }[];
  className?: string;
}

/** Short facts side by side, each below its label. */
export function Facts({ facts, className = 'gap-x-7 gap-y-2' }: Props) {
  return (
    <dl className={`flex flex-wrap ${className}`}>
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
