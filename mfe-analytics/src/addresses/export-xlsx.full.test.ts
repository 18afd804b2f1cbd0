import '../testing/jsdom.ts'
import type { ListedAddress } from '@atalaia/contracts'
import { renderHook } from '@testing-library/react'
import { Workbook } from '../../../lab/testing/workbook.ts'
import { useAddressWords } from '../address/address-words.ts'
import { fileColumns } from '../lists/list-column.ts'
import { rowsXlsx } from '../lists/rows-xlsx.ts'
import { useAddressesWords } from './addresses-words.ts'
import { addressColumns } from './columns.tsx'

const row: ListedAddress = {
  id: '7',
  email: 'ana@acme.com',
  numero_vazamentos: 1300,
  numero_senhas: 0,
  // 22:30 of the day before, in São Paulo.
  adicionado_em: '2026-11-22T01:30:00Z',
  visto_por_ultimo: '2026-11-20',
  gravidade: { nivel: 'alta', pontos: 55, motivos: [] },
  etiquetas: ['Diretoria', 'RH'],
  aguarda: false,
  responsaveis: ['bia@acme.com'],
}
const bytesOf = (file: Blob): Promise<ArrayBuffer> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      reader.result instanceof ArrayBuffer ? resolve(reader.result) : reject(new Error('no bytes')),
    )
    reader.readAsArrayBuffer(file)
  })

const read = async (rows: readonly ListedAddress[]) => {
  const words = renderHook(() => ({ ...useAddressesWords(), wordsFor: useAddressWords().wordsFor, day: '' })).result
    .current
  const workbook = new Workbook()
  await workbook.xlsx.load(await bytesOf(await rowsXlsx(rows, { columns: fileColumns(addressColumns(words)) })))
  const [sheet] = workbook.worksheets
  const values: unknown[][] = []
  const formats: string[] = []
  sheet?.eachRow((line) => {
    const cells: unknown[] = []
    line.eachCell({ includeEmpty: true }, (cell) => {
      if (cell.value instanceof Date) formats.push(cell.numFmt)
      cells.push(cell.value)
    })
    values.push(cells)
  })
  return { values, formats, views: sheet?.views, filter: sheet?.autoFilter }
}

// Rule: P-LIST-4, P-LIST-39
test('in the workbook numbers are numbers, days are days, and an empty cell is empty', async () => {
  const { values, formats, views, filter } = await read([
    row,
    { ...row, email: 'joão@acme.com', visto_por_ultimo: null, etiquetas: [] },
  ])
  expect(filter).toBe('A1:K3')
  expect(values[0]).toEqual([
    'Email',
    'Etiquetas',
    'Visto por último',
    'Gravidade',
    'Pontos',
    'Nº Vazamentos',
    'Senhas Vazadas',
    'Adicionado em',
    'Estado',
    'Responsável',
    'Senhas em aberto',
  ])
  expect(values[1]).toEqual([
    'ana@acme.com',
    'Diretoria, RH',
    new Date('2026-11-20'),
    'Alta',
    55,
    1300,
    0,
    new Date('2026-11-21'),
    null,
    'bia@acme.com',
    0,
  ])
  expect(values[2]?.slice(0, 3)).toEqual(['joão@acme.com', null, null])
  expect(new Set(formats)).toEqual(new Set(['dd/mm/yyyy']))
  expect(views?.[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
})

// Rule: P-LIST-4, P-LIST-39
// Threat: T-EXPORT-1
test.each(['=1+1@acme.com', '+a@acme.com', '-a@acme.com', '@acme.com', '\t=1', '<b>&"\u0001'])(
  'the workbook has %p as a text, and no formula',
  async (email) => {
    const { values } = await read([{ ...row, email }])
    const [cell] = values[1] ?? []
    expect(typeof cell).toBe('string')
    expect(String(cell)).not.toMatch(/^[=+\-@\t\r]/)
  },
)

// Rule: P-LIST-4, P-LIST-39
test('a workbook has each row of a long list, and is made without a worker', async () => {
  const emails = Array.from({ length: 2000 }, (_, at) => `pessoa${at}@acme.com`)
  const { values } = await read(emails.map((email) => ({ ...row, email })))
  expect(values.slice(1).map(([email]) => email)).toEqual(emails)
  expect(globalThis).not.toHaveProperty('Worker')
})
