import type Token from 'markdown-it/lib/token.mjs'
import { createElement, Fragment, type ReactNode } from 'react'

/** Kept attributes. The policy allows no inline style. */
const KEPT = ['href', 'title', 'start'] as const

export const markdownNodes = (tokens: readonly Token[]): ReactNode[] => {
  const root: ReactNode[] = []
  const open: { readonly token: Token; readonly around: ReactNode[] }[] = []
  let nodes = root
  for (const [key, token] of tokens.entries()) {
    if (token.nesting === 1) {
      open.push({ token, around: nodes })
      nodes = []
      continue
    }
    const opened = token.nesting === -1 ? open.pop() : undefined
    if (!opened) {
      nodes.push(leaf(token, key))
      continue
    }
    const inside = nodes
    nodes = opened.around
    // The paragraphs of a tight list have no element.
    if (opened.token.hidden) nodes.push(...inside)
    else nodes.push(createElement(opened.token.tag, { key, ...keptOf(opened.token) }, ...inside))
  }
  return root
}

const leaf = (token: Token, key: number): ReactNode => {
  switch (token.type) {
    case 'inline':
      return createElement(Fragment, { key }, ...markdownNodes(token.children ?? []))
    case 'code_inline':
      return createElement('code', { key }, token.content)
    case 'fence':
    case 'code_block':
      return createElement('pre', { key }, createElement('code', null, token.content))
    case 'hardbreak':
    case 'hr':
      return createElement(token.tag, { key })
    case 'softbreak':
      return '\n'
    default:
      return token.content
  }
}

const keptOf = (token: Token) => Object.fromEntries(KEPT.map((name) => [name, token.attrGet(name) ?? undefined]))
