import { defaultPublicConfig } from '@atalaia/contracts'

/** The product as receivers of its events know it, under whichever brand it runs. */
export const PRODUCT = defaultPublicConfig.brand

/** The longest value that receivers take for whatever field. */
const MAX_CEF_VALUE = 1023
/** Characters that end a line for some reader, or command the terminal of another. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu
const cefHeader = (text: string) => text.replaceAll(CONTROLS, ' ').replaceAll(/[\\|]/g, String.raw`\$&`)
const cefValue = (text: string) =>
  [...text]
    .slice(0, MAX_CEF_VALUE)
    .join('')
    .replaceAll(/[\\=]/g, String.raw`\$&`)
    .replaceAll('\r', String.raw`\r`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll(CONTROLS, ' ')

/** An event as a line of the Common Event Format, version 0. Fields without a value are left out. */
export const cefLine = (
  { id, name, severity }: { readonly id: string; readonly name: string; readonly severity: number },
  fields: readonly (readonly [name: string, value: string | null | undefined])[],
): string => {
  const told = fields.flatMap(([field, value]) =>
    value == null || value === '' ? [] : [`${field}=${cefValue(value)}`],
  )
  return ['CEF:0', ...[PRODUCT, PRODUCT, '1', id, name].map(cefHeader), severity, told.join(' ')].join('|')
}
