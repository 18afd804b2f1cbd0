import type { Random } from './random.ts'

const WORDS = [
  '"',
  "'",
  '`',
  '\\',
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  ',',
  ';',
  ':',
  '|',
  '\t',
  ' ',
  '@',
  '\0',
  '\r',
  '\n',
  '\r\n',
  '--',
  '/*',
  '*/',
  '://',
  'http://',
  'android://',
  '\uFEFF',
  '\u00ff\u00fe',
  '$HEX[',
  'INSERT INTO u VALUES (',
  'COPY u FROM stdin;\n',
  'URL: ',
  'Password: ',
  'email,password\n',
  '{"email":"a@b.example"',
  'a@b.example:x\n',
  'PK\u0003\u0004',
  'NULL',
  '=====',
]
const MAX_BYTES = 1024 * 1024
const MAX_STEPS = 8

type Step = (bytes: Buffer, random: Random) => Buffer

const rangeIn = (bytes: Buffer, random: Random): [number, number] => {
  const start = random.below(bytes.length + 1)
  return [start, start + random.below(Math.min(bytes.length - start, 2000) + 1)]
}

const flip: Step = (bytes, random) => {
  const changed = Buffer.from(bytes)
  if (changed.length > 0) changed[random.below(changed.length)] = random.below(256)
  return changed
}
const insert: Step = (bytes, random) => {
  const at = random.below(bytes.length + 1)
  const word = Buffer.from(random.pick(WORDS), random.once(2) ? 'utf8' : 'latin1')
  return Buffer.concat([bytes.subarray(0, at), word, bytes.subarray(at)])
}
const remove: Step = (bytes, random) => {
  const [start, end] = rangeIn(bytes, random)
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
}
const copy: Step = (bytes, random) => {
  const [start, end] = rangeIn(bytes, random)
  const at = random.below(bytes.length + 1)
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(start, end), bytes.subarray(at)])
}
const cut: Step = (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1))
const wide: Step = (bytes, random) => {
  const text = Buffer.from(`\uFEFF${bytes.toString('utf8')}`, 'utf16le')
  return random.once(2) ? text : text.swap16()
}
/** Up to a megabyte: non-linear readers hang here. */
const repeat: Step = (bytes, random) => {
  const [start, end] = rangeIn(bytes, random)
  const piece = random.once(2)
    ? Buffer.from(random.pick(WORDS).repeat(1 + random.below(3)))
    : bytes.subarray(start, end)
  if (piece.length === 0) return bytes
  const many = Buffer.alloc(random.pick([10_000, 100_000, MAX_BYTES]), piece)
  return Buffer.concat([bytes.subarray(0, start), many, bytes.subarray(start)])
}

const COMMON: readonly Step[] = [flip, insert, insert, remove, copy]
const RARE: readonly Step[] = [cut, wide, repeat]

export const mutate = (bytes: Buffer, others: readonly Buffer[], random: Random): Buffer => {
  let changed = bytes
  for (let steps = 1 + random.below(MAX_STEPS); steps > 0; steps -= 1)
    changed = random.pick(random.once(6) ? RARE : COMMON)(changed, random)
  if (others.length > 0 && random.once(10)) changed = Buffer.concat([changed, random.pick(others)])
  return changed.subarray(0, MAX_BYTES + 100_000)
}
