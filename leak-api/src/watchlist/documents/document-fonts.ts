import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import type PDFDocument from 'pdfkit'

const { resolve } = createRequire(import.meta.url)
const MISSING = '\uFFFD'
export type FontWeight = 'regular' | 'bold'

type Family = { readonly name: string; readonly files: Readonly<Record<FontWeight, string>> }
const INTER: Family = {
  name: 'inter',
  files: {
    regular: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
    bold: '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf',
  },
}
const DEJAVU: Family = {
  name: 'dejavu',
  files: { regular: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf', bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf' },
}

type KnownFont = { readonly file: Buffer; readonly letters: ReadonlySet<number> }

const known = new Map<string, KnownFont>()
const isFont = (font: ReturnType<typeof create>): font is Font => 'characterSet' in font

/** Read once per process. */
const readFont = (path: string): KnownFont => {
  const found = known.get(path)
  if (found) return found
  const file = readFileSync(resolve(path))
  const font = create(file)
  if (!isFont(font)) throw new Error(`${path}: one font expected`)
  const read = { file, letters: new Set(font.characterSet) }
  known.set(path, read)
  return read
}

const hasAll = (letters: ReadonlySet<number>, text: string) =>
  [...text].every((letter) => letter === '\n' || letters.has(letter.codePointAt(0) ?? 0))

export type Spelling = { readonly font: string; readonly text: string }

/** PDF/UA wants every font embedded, and no letter without a form. */
export const createSpelling = (document: InstanceType<typeof PDFDocument>) => {
  const registered = new Set<string>()
  const use = (name: string, weight: FontWeight, file: Buffer) => {
    const font = `${name}-${weight}`
    if (!registered.has(font)) document.registerFont(font, file)
    registered.add(font)
    return font
  }
  return (given: string, weight: FontWeight): Spelling => {
    // Spaces of all kinds but the non-breaking one, which stands in dates and numbers, are one space.
    const text = given
      .normalize('NFC')
      .replaceAll(/[^\S\n\u00A0]/g, ' ')
      .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (sign) => (sign === '\n' ? sign : ''))
    const family = hasAll(readFont(INTER.files[weight]).letters, text) ? INTER : DEJAVU
    const { file, letters } = readFont(family.files[weight])
    const shown = [...text].map((letter) => (hasAll(letters, letter) ? letter : MISSING)).join('')
    return { font: use(family.name, weight, file), text: shown }
  }
}
