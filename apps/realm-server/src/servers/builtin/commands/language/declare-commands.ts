import type { Node, Tree } from './tree.ts';

const kinds = { root: 0, word: 1, argument: 2 };

/** What the packet of the command tree holds (declare_commands of protocol 754): the commands that a player may use. */
export function commandsPacket(tree: Tree): { nodes: Record<string, unknown>[]; rootIndex: number } {
  const numbers = new Map<Node, number>();
  const order: Node[] = [];
  const visit = (node: Node): void => {
    if (numbers.has(node)) return;
    numbers.set(node, order.length);
    order.push(node);
    node.children.forEach(visit);
  };
  visit(tree.root);
  const numberOf = (node: Node | undefined): number => (node && numbers.get(node)) ?? 0;
  return { nodes: order.map((node) => written(node)), rootIndex: 0 };

  function written(node: Node): Record<string, unknown> {
    const { argument, children, form, link } = node;
    const kind = node === tree.root ? kinds.root : argument ? kinds.argument : kinds.word;
    const flags = {
      unused: 0,
      has_custom_suggestions: argument?.suggestions ? 1 : 0,
      has_redirect_node: link ? 1 : 0,
      has_command: form ? 1 : 0,
      command_node_type: kind,
    };
    const redirectNode = link && numberOf(link.next === 'root' ? tree.root : tree.execute);
    const rest = {
      flags,
      children: children.map(numberOf),
      ...(link && { redirectNode }),
    };
    if (kind === kinds.root) return rest;
    if (!argument) return { ...rest, extraNodeData: { name: node.name } };
    const { name, parser, properties, suggestions } = argument;
    const suggestionType = suggestions && { suggestionType: suggestions };
    return { ...rest, extraNodeData: { name, parser, properties, ...suggestionType } };
  }
}
