/// <reference types="vite/client" />

/** Of public/early.js. */
interface Window {
  pressedEarly: Set<HTMLElement>;
  notePress: (event: MouseEvent) => void;
  noteLoss: (event: Event) => void;
}
