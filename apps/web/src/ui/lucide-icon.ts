import { createElement, type SVGProps } from 'react';

interface IconData {
  /** The shapes: a tag with its attributes, `key` among them. */
  node: [tag: string, attributes: Record<string, string>][];
}

interface Props extends SVGProps<SVGSVGElement> {
  size?: number;
}

/** In the place of lucide's own `createLucideIcon`, see vite.config.ts: that weighs 1.7 kB and can do more than is used. */
export default function createLucideIcon({ node }: IconData) {
  return function Icon({ size = 24, ...rest }: Props) {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
