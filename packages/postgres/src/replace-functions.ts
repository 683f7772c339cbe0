/** elf(5): a table of the symbols that others may use. */
const dynamicSymbols = 11;
const symbolBytes = 24;

/** `return 0` and `return 1`, by e_machine: of the x86-64 and of the AArch64. */
const returns: Readonly<Record<number, readonly [string, string]>> = {
  62: ['31c0c3', 'b801000000c3'],
  183: ['000080d2c0035fd6', '200080d2c0035fd6'],
};

interface Section {
  type: number;
  address: number;
  offset: number;
  bytes: number;
  link: number;
}

/**
 * A copy of a shared library, 64 bits and little-endian, of which functions that it offers do nothing but return a number.
 * @param results of each function @throws Error when it is no such library, or lacks one of them
 */
export function replaceFunctions(library: Buffer, results: Readonly<Record<string, 0 | 1>>): Buffer {
  const code = returns[library.readUInt16LE(18)];
  if (!library.toString('latin1', 0, 6).startsWith('\x7fELF\x02\x01') || !code)
    throw new Error('It is no library of this kind of machine.');
  const copy = Buffer.from(library);
  const sections = readSections(library);
  const missing = new Set(Object.keys(results));
  for (const { name, section, address } of readSymbols(library, sections)) {
    const result = results[name];
    const within = sections[section];
    if (result === undefined || !within) continue;
    copy.write(code[result], address - within.address + within.offset, 'hex');
    missing.delete(name);
  }
  if (missing.size > 0) throw new Error(`The library has no ${[...missing].join(', ')}.`);
  return copy;
}

function readSections(elf: Buffer): Section[] {
  const start = Number(elf.readBigUInt64LE(40));
  const size = elf.readUInt16LE(58);
  return Array.from({ length: elf.readUInt16LE(60) }, (_, n) => {
    const at = start + n * size;
    const word = (offset: number) => Number(elf.readBigUInt64LE(at + offset));
    const type = elf.readUInt32LE(at + 4);
    return { type, address: word(16), offset: word(24), bytes: word(32), link: elf.readUInt32LE(at + 40) };
  });
}

function readSymbols(elf: Buffer, sections: Section[]): { name: string; section: number; address: number }[] {
  const table = sections.find(({ type }) => type === dynamicSymbols);
  const names = sections[table?.link ?? -1];
  if (!table || !names) throw new Error('The library offers no functions.');
  return Array.from({ length: table.bytes / symbolBytes }, (_, n) => {
    const at = table.offset + n * symbolBytes;
    const begin = names.offset + elf.readUInt32LE(at);
    return {
      name: elf.toString('latin1', begin, elf.indexOf(0, begin)),
      section: elf.readUInt16LE(at + 6),
      address: Number(elf.readBigUInt64LE(at + 8)),
    };
  });
}
