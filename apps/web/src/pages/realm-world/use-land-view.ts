import type { RealmLand } from '@realmkeep/contract';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { blockAt, keptWithin, type LandView, type Size, zoomed } from './land-view.ts';

interface Point {
  x: number;
  y: number;
}

/** Pixels of the wheel by which the land becomes twice as large. */
const wheelDoubles = 300;

/**
 * The visible part of the land in a frame: moved by the mouse or by two fingers, zoomed by those or by the wheel. One finger scrolls the
 * page, as does the wheel where the frame has not been chosen.
 * @param start the block initially in the middle
 */
export function useLandView(start: { x: number; z: number }, regions: RealmLand['regions']) {
  const frame = useRef<HTMLDivElement>(null);
  const pointers = useRef(new Map<number, Point>());
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [view, setView] = useState<LandView>({ ...start, scale: 1 });
  /** The block under the pointer. */
  const [pointed, setPointed] = useState<{ x: number; z: number } | null>(null);
  const show = (next: LandView | ((view: LandView) => LandView)) =>
    setView((now) => keptWithin(typeof next === 'function' ? next(now) : next, regions));

  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Not React's, which cannot keep the page from being scrolled.
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey && document.activeElement !== element) return;
      event.preventDefault();
      const point = pointOf(element, event);
      setView((now) => keptWithin(zoomed(now, 2 ** (-event.deltaY / wheelDoubles), point), regions));
    };
    const touch = (event: TouchEvent) => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault();
    };
    element.addEventListener('wheel', turn, { passive: false });
    element.addEventListener('touchmove', touch, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', turn);
      element.removeEventListener('touchmove', touch);
    };
  }, [regions]);

  const end = ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId);
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, pointOf(event.currentTarget, event));
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      const point = pointOf(event.currentTarget, event);
      setPointed(blockAt(view, point));
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      pointers.current.set(event.pointerId, point);
      if (event.pointerType === 'touch' && !other) return;
      show((now) => {
        // Of two, each moves the land half as far, and their distance is how near it is.
        const share = other ? 2 : 1;
        const moved = {
          ...now,
          x: now.x - (point.x - before.x) / share / now.scale,
          z: now.z - (point.y - before.y) / share / now.scale,
        };
        if (!other) return moved;
        const middle = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 };
        return zoomed(moved, distance(point, other) / Math.max(1, distance(before, other)), middle);
      });
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: () => setPointed(null),
  };
  return { frame, handlers, view, size, pointed, show };
}

/** From the middle of an element, in pixels. */
function pointOf(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
