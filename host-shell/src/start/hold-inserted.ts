import { IMPOSSIBLE_INTEGRITY, REMOTES_BASE } from '@atalaia/contracts'

/**
 * Holds scripts and styles that code puts into `head` to their hashes, whichever bundler's runtime puts them there (M-RELEASE-16): the
 * tag gets the hash of its address just before the browser asks for the file. A file of a remote that the release does not list
 * gets one that nothing meets, so that it fails as a file does that cannot be fetched. Tags with a hash stay as they are.
 */
export const holdInserted = (head: HTMLHeadElement, integrity: ReadonlyMap<string, string>): void => {
  const remotes = new URL(REMOTES_BASE, location.origin).href
  const hold = (node: unknown): void => {
    const address = addressIn(node)
    if (address === undefined || !(node instanceof HTMLScriptElement || node instanceof HTMLLinkElement)) return
    const hash = integrity.get(address) ?? (address.startsWith(remotes) ? IMPOSSIBLE_INTEGRITY : undefined)
    if (node.hasAttribute('integrity') || hash === undefined) return
    node.crossOrigin = 'anonymous'
    node.setAttribute('integrity', hash)
  }
  const { appendChild, insertBefore, append, prepend } = head
  head.appendChild = (node) => {
    hold(node)
    return appendChild.call(head, node) && node
  }
  head.insertBefore = (node, before) => {
    hold(node)
    return insertBefore.call(head, node, before) && node
  }
  head.append = (...nodes) => {
    nodes.forEach(hold)
    append.apply(head, nodes)
  }
  head.prepend = (...nodes) => {
    nodes.forEach(hold)
    prepend.apply(head, nodes)
  }
}

/** The address of the file that a tag makes the browser fetch and run or apply; `undefined` for any other node. */
const addressIn = (node: unknown): string | undefined => {
  if (node instanceof HTMLScriptElement) return node.src || undefined
  return node instanceof HTMLLinkElement && isHeld(node) ? node.href : undefined
}

/** Fonts and pictures are not: browsers hold neither to a hash. */
const isHeld = ({ rel, as }: HTMLLinkElement) =>
  /^(stylesheet|modulepreload)$/.test(rel) || (rel === 'preload' && /^(script|style)$/.test(as))
