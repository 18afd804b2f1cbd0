import { defaultPublicConfig } from '@atalaia/contracts'

/** The product's name for event receivers, under every brand. */
export const PRODUCT = defaultPublicConfig.brand

const MAX_CEF_VALUE = 1023
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

/** Common Event Format, version 0. Leaves empty fields out. */
export const cefLine = (
  { id, name, severity }: { readonly id: string; readonly name: string; readonly severity: number },
  fields: readonly (readonly [name: string, value: string | null | undefined])[],
): string => {
  const told = fields.flatMap(([field, value]) =>
    value == null || value === '' ? [] : [`${field}=${cefValue(value)}`],
  )
  return ['CEF:0', ...[PRODUCT, PRODUCT, '1', id, name].map(cefHeader), severity, told.join(' ')].join('|')
}
