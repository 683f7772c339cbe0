/** What the doctor says of one thing. A problem keeps the product from starting or from running as it should. */
export interface Finding {
  level: 'good' | 'note' | 'problem';
  /** A word or two: Node, disk … */
  topic: string;
  /** The finding, and for a note or a problem what to do. */
  words: string;
}

export function good(topic: string, words: string): Finding {
  return { level: 'good', topic, words };
}

export function note(topic: string, words: string): Finding {
  return { level: 'note', topic, words };
}

export function problem(topic: string, words: string): Finding {
  return { level: 'problem', topic, words };
}
