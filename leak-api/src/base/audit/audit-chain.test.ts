import { type Database, type Queryable, sql } from '@atalaia/database'
import { number, object } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { createAccountsRepository } from '../people/accounts-repository.ts'
import { createMembersRepository } from '../people/members-repository.ts'
import { auditLog } from './audit-repository.ts'
import { canonicalJson } from './canonical-json.ts'
import { recordAccountAudit, recordAudit, recordAuditIn, type AuditAct } from './record-audit.ts'
import { verifyChain, type ChainReport } from './verify-chain.ts'

const AT = new Date('2026-11-23T12:00:00Z')
const NETWORK = '203.0.113.0/24'

const createPerson = async (database: Database, email: string) => {
  const account = await createAccountsRepository(database).create({ email, passwordHash: '', at: AT })
  if (account === undefined) throw new Error(`${email} is taken`)
  const { id, organisationId } = account
  return { id, organisationId, actor: { kind: 'account', id, name: email, network: NETWORK } as const }
}
const named = (name: string): Pick<AuditAct, 'action' | 'at' | 'target'> => {
  return { action: 'organisation.named', at: AT, target: { kind: 'organisation', name } }
}

const createLog = async (database: Database) => {
  const [ana, bia] = [await createPerson(database, 'ana@acme.com'), await createPerson(database, 'bia@acme.com')]
  const { organisationId, actor } = ana
  for (const role of ['reader', 'analyst', 'admin', 'auditor', 'reader']) {
    const target = { kind: 'account', id: bia.id, name: 'bia@acme.com' } as const
    const act = { action: 'member.role-changed', actor, at: AT, target, after: { role } } as const
    await database.transaction((tx) => recordAudit(tx, { organisationId, ...act }))
  }
  return { ana, bia, organisationId }
}

class Undo extends Error {}
const afterTampering = async (
  database: Database,
  organisationId: string,
  tamper: (tx: Queryable) => Promise<unknown>,
): Promise<ChainReport | undefined> => {
  let report: ChainReport | undefined
  const work = database.transaction(async (tx) => {
    await tx.script('ALTER TABLE audit_event DISABLE TRIGGER USER')
    await tamper(tx)
    report = await verifyChain(tx, organisationId)
    throw new Undo()
  })
  await expect(work).rejects.toThrow(Undo)
  return report
}

test('a value has one canonical text, whatever the order of its names', () => {
  expect(canonicalJson({ b: [1, { d: null, c: undefined }], a: 'ação "x"', é: true })).toBe(
    '{"a":"ação \\"x\\"","b":[1,{"d":null}],"é":true}',
  )
  expect(canonicalJson({ a: 1, b: 2 })).toBe(canonicalJson({ b: 2, a: 1 }))
})

onPostgres((database) => {
  // Rule: P-AUDIT-1, M-REST-3, P-AUDIT-27, P-AUDIT-28, M-REST-31
  test('acts at the same time give one unbroken chain in each organisation, and a cursor loses and repeats none', async () => {
    const [ana, rui] = [await createPerson(database(), 'ana@acme.com'), await createPerson(database(), 'rui@rival.com')]
    const [ours, theirs] = [ana.organisationId, rui.organisationId]
    const seen: number[] = []
    const read = async () => {
      const { rows } = await auditLog.feed(database(), { organisationId: ours, after: seen.at(-1) ?? 0 }, 3)
      seen.push(...rows.map(({ ordinal }) => ordinal))
      return rows.length
    }
    const write = (which: readonly string[], name: string) =>
      database().transaction((tx) => recordAuditIn(tx, which, { ...named(name), actor: ana.actor }))
    for (let round = 0; round < 5; round++) {
      const both = [write([ours, theirs], `a${round}`), write([theirs, ours], `b${round}`)]
      const failed = write([ours], `c${round}`)
        .then(() => write(['999999999'], 'nobody'))
        .catch(() => undefined)
      await Promise.all([...both, failed, write([ours], `d${round}`)])
      await read()
    }
    while ((await read()) > 0);
    expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(await verifyChain(database(), ours)).toMatchObject({ status: 'whole', rows: 20, erased: 0 })
    expect(await verifyChain(database(), theirs)).toMatchObject({ status: 'whole', rows: 10 })
  })

  // Rule: P-AUDIT-1, P-AUDIT-27, P-AUDIT-28
  test('an act that is rolled back leaves no row, and the log goes on', async () => {
    const { ana, organisationId } = await createLog(database())
    const work = database().transaction(async (tx) => {
      await createMembersRepository(tx).rename(organisationId, 'Outra')
      await recordAudit(tx, { organisationId, actor: ana.actor, ...named('Outra') })
      throw new Undo()
    })
    await expect(work).rejects.toThrow(Undo)
    await database().transaction((tx) => recordAccountAudit(tx, ana.id, { ...named('Acme'), actor: ana.actor }))
    expect(await verifyChain(database(), organisationId)).toMatchObject({ status: 'whole', rows: 6 })
  })

  // Rule: P-AUDIT-3, P-AUDIT-30
  // Threat: T-AUDIT-1
  test('the log refuses changes, and whoever makes them all the same is found at the first row', async () => {
    const { organisationId } = await createLog(database())
    const own = `organisation_id = ${organisationId}`
    for (const text of [
      `UPDATE audit_event SET hash = hash WHERE ${own}`,
      `DELETE FROM audit_event WHERE ${own}`,
      'TRUNCATE audit_event',
    ])
      await expect(database().script(text)).rejects.toThrow('the audit log only grows')
    const swap = `UPDATE audit_event SET ordinal = -ordinal WHERE ${own} AND ordinal IN (2, 3);
      UPDATE audit_event SET ordinal = 5 + ordinal WHERE ${own} AND ordinal < 0`
    const faults = {
      [`UPDATE audit_event SET content = replace(content, 'admin', 'owner') WHERE ${own} AND ordinal = 3`]: [
        3,
        'altered',
      ],
      [`DELETE FROM audit_event WHERE ${own} AND ordinal = 2`]: [2, 'missing'],
      [`DELETE FROM audit_event WHERE ${own} AND ordinal > 3`]: [4, 'cut-off'],
      [`UPDATE audit_head SET ordinal = 4 WHERE ${own}`]: [4, 'end'],
      [`DELETE FROM audit_head WHERE ${own}`]: [0, 'no-log'],
      [swap]: [2, 'altered'],
      [`UPDATE audit_person SET content = replace(content, 'ana@', 'bob@') WHERE ${own} AND ordinal = 4`]: [4, 'names'],
      [`UPDATE audit_head SET ordinal = 4, hash = (SELECT hash FROM audit_event WHERE ${own} AND ordinal = 4) WHERE ${own}`]:
        [5, 'beyond'],
    }
    for (const [text, [ordinal, fault]] of Object.entries(faults)) {
      const report = await afterTampering(database(), organisationId, (tx) => tx.script(text))
      expect([text, report]).toEqual([text, expect.objectContaining({ status: 'broken', ordinal, fault })])
    }
    const whole = await verifyChain(database(), organisationId)
    expect(whole).toMatchObject({ status: 'whole', rows: 5 })
    // An end that was noted elsewhere tells of a log that was written anew, or cut off with its end.
    const head = 'head' in whole ? whole.head : ''
    expect(await verifyChain(database(), organisationId, { ordinal: 5, hash: head })).toMatchObject({ status: 'whole' })
    for (const known of [
      { ordinal: 5, hash: '0'.repeat(64) },
      { ordinal: 6, hash: head },
    ])
      expect(await verifyChain(database(), organisationId, known)).toMatchObject({ status: 'broken' })
  })

  // Rule: P-AUDIT-5, P-AUDIT-33
  test('the names of a person go with the account, and the chain stays whole', async () => {
    const { ana, bia, organisationId } = await createLog(database())
    await database().execute(sql`DELETE FROM account WHERE id = ${bia.id}::uuid`)
    expect(await verifyChain(database(), organisationId)).toMatchObject({ status: 'whole', rows: 5, erased: 5 })
    const { rows } = await auditLog.feed(database(), { organisationId }, 10)
    expect(JSON.stringify(rows)).not.toContain('bia@')
    expect(JSON.stringify(rows)).toContain('ana@acme.com')
    await database().execute(sql`DELETE FROM organisation WHERE id = ${ana.organisationId}::bigint`)
    const left = await database().query(
      object({ count: number() }),
      sql`SELECT count(*)::int AS count FROM audit_person`,
    )
    expect(left).toEqual([{ count: 0 }])
    expect(await verifyChain(database(), organisationId)).toMatchObject({ status: 'whole', rows: 5, erased: 5 })
  })
})
