import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Field } from '../ui/form/Field.tsx';

/** Milliseconds without a keystroke before the search starts. */
const pause = 300;

interface Props {
  label: string;
  hint: string;
  /** The current search. */
  q: string;
  onSearch: (q: string) => void;
}

/** Searches as soon as the typing pauses, and follows changes of the search from elsewhere. */
export function SearchField({ label, hint, q, onSearch }: Props) {
  const [text, setText] = useState(q);
  const [asked, setAsked] = useState(q);
  const [seen, setSeen] = useState(q);
  if (q !== seen) {
    setSeen(q);
    // Not the answer to what was asked for here.
    if (q !== asked) {
      setAsked(q);
      setText(q);
    }
  }
  const wanted = text.trim();

  useEffect(() => {
    const ask = () => {
      setAsked(wanted);
      onSearch(wanted);
    };
    const timer = wanted === asked ? undefined : setTimeout(ask, pause);
    return () => clearTimeout(timer);
  }, [wanted, asked, onSearch]);

  return (
    <search>
      <Field
        type="search"
        label={label}
        hint={hint}
        value={text}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => setText(event.target.value)}
        trailing={<Search aria-hidden size={18} className="mr-2.5 text-muted" />}
        className="max-w-md"
      />
    </search>
  );
}
