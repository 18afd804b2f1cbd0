import { credentialLayout, layoutByLooking, rowOfFields, type Layout } from './columns.ts'
import { rejected } from './line-parser.ts'
import { MAX_ROW_BYTES, type PlacedRow, type Rows } from './rows.ts'

const MAX_TEXT_CHARACTERS = 64 * 1024 * 1024
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plain = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (all, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? all
    const code = Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10)
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all
  })

/** Skips phonetic readings. */
const textsIn = (xml: string): string =>
  Array.from(xml.replaceAll(/<rPh\b[\s\S]*?<\/rPh>/g, '').matchAll(/<t(?:\s[^>]*)?>([^<]*)<\/t>/g), ([, text = '']) =>
    plain(text),
  ).join('')

const createElements = (name: string) => {
  const begin = new RegExp(`<${name}(?=[\\s>/])[^>]*>`, 'g')
  const close = `</${name}>`
  let xml = ''
  return (more: string): { elements: string[]; overlong: boolean } => {
    xml += more
    const elements: string[] = []
    let at = 0
    for (;;) {
      begin.lastIndex = at
      const found = begin.exec(xml)
      if (found === null) {
        // The beginning of one may be at the end.
        at = Math.max(at, xml.lastIndexOf('<'))
        break
      }
      if (found[0].endsWith('/>')) {
        elements.push(found[0])
        at = begin.lastIndex
        continue
      }
      const end = xml.indexOf(close, begin.lastIndex)
      if (end === -1) {
        at = found.index
        break
      }
      elements.push(xml.slice(found.index, end))
      at = end + close.length
    }
    xml = xml.slice(Math.max(0, at))
    const overlong = xml.length > MAX_ROW_BYTES
    if (overlong) xml = ''
    return { elements, overlong }
  }
}

/** Numbered texts of cells (`xl/sharedStrings.xml`). */
export type SharedTexts = {
  /** One growing array. */
  readonly texts: readonly string[]
  /** Throws beyond the memory limit. */
  push(xml: string): void
}

export const createSharedTexts = (): SharedTexts => {
  const items = createElements('si')
  const texts: string[] = []
  let characters = 0
  return {
    texts,
    push: (xml) => {
      for (const item of items(xml).elements) {
        const text = textsIn(item)
        characters += text.length
        if (characters > MAX_TEXT_CHARACTERS)
          throw new Error('the workbook has more texts than are kept; save it as CSV, and import that')
        texts.push(text)
      }
    },
  }
}

/** Counts from 0: `C7` is 2. */
const columnOf = (reference: string): number => {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'A')
    column = column * 26 + (letter.codePointAt(0) ?? 65) - 64
  return column - 1
}

const CELL = /<c(?:\s([^>]*?))?(?:\/>|>([\s\S]*?)<\/c>)/g

const fieldsIn = (row: string, texts: readonly string[]): (string | undefined)[] => {
  const fields: (string | undefined)[] = []
  for (const [, attributes = '', content = ''] of row.matchAll(CELL)) {
    const reference = /\br="([^"]+)"/.exec(attributes)?.[1]
    const type = /\bt="([^"]+)"/.exec(attributes)?.[1]
    const raw = /<v>([^<]*)<\/v>/.exec(content)?.[1]
    const value = type === 'inlineStr' ? textsIn(content) : raw === undefined ? undefined : plain(raw)
    fields[reference === undefined ? fields.length : columnOf(reference)] = type === 's' ? texts[Number(value)] : value
  }
  return Array.from(fields)
}

/** The first row that names columns is the header. */
export const createSheetParser = (texts: readonly string[]) => {
  const rowsOf = createElements('row')
  let layout: Layout | undefined
  let number = 0
  return {
    push: (xml: string): Rows => {
      const rows: PlacedRow[] = []
      const { elements, overlong } = rowsOf(xml)
      for (const element of elements) {
        number += 1
        const fields = fieldsIn(element, texts)
        const byLooking = layout === undefined ? layoutByLooking(fields) : undefined
        const used = layout ?? byLooking
        if (used === undefined) layout = credentialLayout(fields.map((field) => field ?? ''))
        else if (fields.some((field) => field !== undefined && field !== ''))
          rows.push({ row: rowOfFields(fields, used), line: number, text: ',' })
      }
      if (overlong) rows.push({ row: rejected('row is longer than 1 MiB'), line: number, text: ',' })
      return { rows, ignored: elements.length - rows.length }
    },
  }
}
