import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { test } from './test.ts'

export type ComboLine = { readonly address: string; readonly password: string }
export type ComboFile = { readonly path: string; readonly lines: readonly ComboLine[] }

const DISTINCT = 8_000
const REPEATED = 2_000
const ADDRESSES = 2_600

/**
 * 10,000 lines, 8,000 distinct. An address has one to four passwords, so the numbers of a few
 * addresses differ. New addresses each call.
 */
export const comboLines = (): readonly ComboLine[] => {
  const domain = `${randomUUID()}.example`
  const distinct = Array.from({ length: DISTINCT }, (_, index) => ({
    // The later passwords go to ever fewer addresses.
    address: `conta${index % (index < ADDRESSES * 2 ? ADDRESSES : ADDRESSES / 2)}@${domain}`,
    password: `senha-${index}`,
  }))
  const repeated = Array.from({ length: REPEATED }, (_, index) => distinct[index * 3] ?? distinct[0])
  return [...distinct, ...repeated].flatMap((line) => line ?? [])
}

export const writeCombo = async (lines: readonly ComboLine[]): Promise<ComboFile> => {
  const path = test.info().outputPath(`combo-${randomUUID()}.txt`)
  await writeFile(path, lines.map(({ address, password }) => `${address}:${password}\n`).join(''))
  return { path, lines }
}

export const passwordsOf = (lines: readonly ComboLine[], address: string): number =>
  new Set(lines.filter((line) => line.address === address).map(({ password }) => password)).size
