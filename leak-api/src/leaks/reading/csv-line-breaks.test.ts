import { readLeak } from './read-leak.ts'

async function* leakOf(text: string) {
  async function* content() {
    yield Buffer.from(text)
  }
  yield { path: 'leak.csv', content: content() }
}

const read = async (text: string, columns?: string) => {
  const pairs: string[] = []
  const places: string[] = []
  let [skipped, unclosed, lines] = [0, 0, 0]
  for await (const batch of readLeak(leakOf(text), { columns })) {
    pairs.push(...batch.credentials.map(({ address, secret }) => `${address} ${secret?.value ?? ''}`))
    places.push(...batch.rejected.map(({ place, reason }) => `${place} ${reason}`))
    skipped += batch.skipped
    unclosed += batch.unclosed
    for (const file of batch.files)
      lines += file.credentials + file.rejected + file.skipped + file.ignored + file.further
  }
  return { pairs, places, skipped, unclosed, lines }
}

const BROKEN = { pairs: ['ana@x.com um', 'bia@x.com dois'], places: [], skipped: 0, unclosed: 0 }

// Rule: M-IMPORT-90
test.each([
  ['in the first column', 'nota,email,senha\n"Rua A\nap 2",ana@x.com,um\nfim,bia@x.com,dois\n', undefined],
  ['between two columns', 'id,nota,email,senha\n1,"Rua A\nap 2",ana@x.com,um\n2,fim,bia@x.com,dois\n', undefined],
  ['in the last column', 'email,senha,nota\nana@x.com,um,"Rua A\nap 2"\nbia@x.com,dois,fim\n', undefined],
  ['in two fields', 'a,b,email,senha\n"1\n2","3\n4",ana@x.com,um\n5,6,bia@x.com,dois\n', undefined],
  ['several, some of them blank', 'a;email;senha\n"1\n\n\n2";ana@x.com;um\n5;bia@x.com;dois\n', undefined],
  ['with CRLF', 'a;email;senha\r\n"1\r\n2";ana@x.com;um\r\n5;bia@x.com;dois\r\n', undefined],
  [
    'beside separators and doubled quotes',
    'a,email,senha\n"1, ""x""\n2, 3",ana@x.com,um\n5,bia@x.com,dois\n',
    undefined,
  ],
  ['with a line of one quote', 'a,email,senha\n"1\n",ana@x.com,um\n5,bia@x.com,dois\n', undefined],
  ['in every row', 'a\temail\tsenha\n"1\n2"\tana@x.com\tum\n"3\n4"\tbia@x.com\tdois\n', undefined],
  ['in all quoted fields', '"a","email","senha"\n"1\n2","ana@x.com","um"\n"3","bia@x.com","dois"\n', undefined],
  ['of named columns', '"1\n2",ana@x.com,um\n5,bia@x.com,dois\n', '-,email,password'],
])('line breaks of a quoted field belong to its row: %s', async (_name, text, columns) => {
  expect(await read(text, columns)).toEqual({ ...BROKEN, lines: text.trimEnd().split('\n').length })
})

const rows = (count: number) => Array.from({ length: count }, (_none, index) => `${index},p${index}@x.com,s${index}\n`)
const people = (count: number) => Array.from({ length: count }, (_none, index) => `p${index}@x.com s${index}`)

test.each([
  ['and none follows', '0,ana@x.com,"um\n', ['ana@x.com "um'], 1],
  ['and another row closes it', '0,ana@x.com,"um\n1,bia@x.com,dois"\n', ['ana@x.com "um', 'bia@x.com dois"'], 1],
  ['before the address', '0,"ana@x.com,um\n1,bia@x.com,"dois"\n', ['bia@x.com dois'], 1],
  ['and rows follow in quotes', '0,ana@x.com,"um\n"1","bia@x.com","dois"\n', ['ana@x.com "um', 'bia@x.com dois'], 1],
])('a stray quote costs its line alone: %s', async (_name, lines, pairs, unclosed) => {
  const text = `id,email,senha\n${lines}${rows(1000).join('')}`
  const found = await read(text)
  expect(found).toMatchObject({ places: [], unclosed, lines: text.trimEnd().split('\n').length })
  expect(found.pairs).toEqual([...pairs, ...people(1000)])
})

test('a quote that another row closes outside its own field costs its line alone', async () => {
  const { pairs } = await read('email,senha,id\nana@x.com,"\nbia@x.com,"dois"\n')
  expect(pairs).toEqual(['ana@x.com "', 'bia@x.com dois'])
})

test('a quote that closes many lines later, around no row, costs its line alone', async () => {
  const text = `id,nota,email,senha\n0,"x\n${'texto\n'.repeat(400)}y",ana@x.com,um\n1,z,bia@x.com,dois\n`
  const { pairs, lines } = await read(text)
  expect(pairs).toContain('bia@x.com dois')
  expect(lines).toBe(404)
})

test('a line break stays in a password', async () => {
  const { pairs } = await read('email,senha\nana@x.com,"um\ndois"\nbia@x.com,três\n')
  expect(pairs).toEqual(['ana@x.com um\ndois', 'bia@x.com três'])
})
