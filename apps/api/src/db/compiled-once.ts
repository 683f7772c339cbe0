import type { Compilable, CompiledQuery } from 'kysely';
import { type Db, runCompiled, type Tx } from './pool.ts';

/**
 * A query that is built and compiled at its first use alone: to do so each time costs a tenth of a small call. For what is asked most, and
 * whose text is the same whatever its values are.
 * @param build with any values; it must take each as a parameter of its own
 */
export function compiledOnce<Values extends readonly unknown[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db | Tx, ...values: Values) => Promise<Row[]> {
  let known: { query: CompiledQuery<Row>; places: number[] } | null = null;

  function compile(db: Db): { query: CompiledQuery<Row>; places: number[] } {
    const markers: readonly unknown[] = Array.from({ length: build.length - 1 }, () => ({}));
    const query = build(db, ...(markers as Values)).compile();
    return { query, places: query.parameters.map((parameter) => markers.indexOf(parameter)) };
  }

  return (db, ...values) => {
    const { query, places } = (known ??= compile(db));
    const parameters = query.parameters.map((parameter, at) => {
      const place = places[at] ?? -1;
      return place < 0 ? parameter : values[place];
    });
    return runCompiled(db, { ...query, parameters });
  };
}
