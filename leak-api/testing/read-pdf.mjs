import { buffer } from 'node:stream/consumers'
import { getDocumentProxy } from 'unpdf'

/** Reads a PDF from the standard input, and writes what a screen reader finds in it as JSON. */
const pdf = await getDocumentProxy(new Uint8Array(await buffer(process.stdin)))

const textsOf = async (page) => {
  const texts = new Map()
  const open = []
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  const all = []
  for (const item of items) {
    if (item.type?.startsWith('beginMarkedContent')) open.push(item.id)
    else if (item.type === 'endMarkedContent') open.pop()
    else if (item.str !== undefined) {
      all.push(item.str, item.hasEOL ? ' ' : '')
      const id = open.findLast((each) => each !== undefined)
      texts.set(id, `${texts.get(id) ?? ''}${item.str}${item.hasEOL ? ' ' : ''}`)
    }
  }
  return { texts, all: all.join('') }
}

const pages = []
const spoken = []
const walk = (node, texts, path) => {
  if (node.type === 'content') return texts.get(node.id) ?? ''
  const inner = node.role === 'Root' ? path : [...path, node.role]
  const text = node.children.map((child) => walk(child, texts, inner)).join(' ')
  const isLeaf = node.children.every(({ type }) => type === 'content')
  if (isLeaf) spoken.push({ path: inner.join(' '), text: text.trim().replaceAll(/ +/g, ' '), alt: node.alt })
  return text
}
for (let number = 1; number <= pdf.numPages; number += 1) {
  const page = await pdf.getPage(number)
  const { texts, all } = await textsOf(page)
  pages.push(all.replaceAll(/ +/g, ' '))
  walk(await page.getStructTree(), texts, [])
}
const { info, metadata } = await pdf.getMetadata()
const viewer = await pdf.getViewerPreferences()
const { Marked: isTagged } = (await pdf.getMarkInfo()) ?? {}
const ua = /<pdfuaid:part>(\d)</.exec(metadata?.getRaw() ?? '')?.[1]
process.stdout.write(
  JSON.stringify({
    pages,
    spoken,
    isTagged,
    ua,
    title: info.Title,
    lang: info.Language,
    showsTitle: viewer?.DisplayDocTitle,
  }),
)
