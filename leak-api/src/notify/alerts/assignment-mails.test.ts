import { dying } from '../../../testing/dying.ts'
import { onPostgres } from '../../../testing/each-database.ts'
import { ANA, BIA, createOwnedCases, ORIGIN } from '../../../testing/owned-cases.ts'
import { assignmentMail, sendAssignmentMails } from './assignment-mails.ts'

const GIVEN = { tell: sendAssignmentMails, kind: 'given-cases' }

onPostgres((database) => {
  // Rule: P-CASE-17, P-CASE-59
  test('who is given cases one by one has one mail about those that are still theirs and open', async () => {
    const { change, set, look, lookAt, mails, told } = await createOwnedCases(database(), GIVEN)
    await set('diaria')
    await set('semanal', BIA)
    await change('a@acme.com', { responsavel: BIA })
    await change('b@acme.com', { responsavel: BIA })
    // Her own act, one that is closed, and one that is hers already.
    await change('c@acme.com', { responsavel: ANA })
    await lookAt('2026-11-21T15:01:59Z')
    expect(await told()).toEqual([])
    await change('b@acme.com', { responsavel: BIA, estado: 'tratado' })
    await lookAt('2026-11-21T15:03:00Z')
    await Promise.all([look(), look()])
    expect(await told()).toEqual([`${BIA} 1 caso passou a ser seu`])
    const [{ body, stop } = { body: '', stop: '' }] = await mails()
    expect(body).toContain(`"link":"${ORIGIN}/app/main/analytics/casos?responsavel=eu"`)
    expect(body).not.toMatch(/@|forum/)
    expect(stop).toContain(ORIGIN)
    await change('a@acme.com', { responsavel: BIA, prazo: '2026-12-01' })
    await lookAt('2026-11-21T16:00:00Z')
    expect(await told()).toHaveLength(1)
  })

  // Rule: P-CASE-17, P-CASE-59
  test('who is given cases and has them taken away all day has one mail an hour, about what is theirs by then', async () => {
    const { api, change, set, look, told } = await createOwnedCases(database(), GIVEN)
    await set('imediata', BIA)
    api.clock.set('2026-11-21T15:00:30Z')
    for (let minutes = 0; minutes < 60; minutes += 5) {
      await change('a@acme.com', { responsavel: BIA })
      await change('b@acme.com', { responsavel: BIA })
      api.clock.advance(150)
      await look()
      await change('a@acme.com', { responsavel: ANA })
      api.clock.advance(150)
    }
    expect(await told()).toEqual([`${BIA} 2 casos passaram a ser seus`])
    await change('a@acme.com', { responsavel: BIA })
    await change('b@acme.com', { responsavel: ANA })
    api.clock.advance(150)
    await look()
    expect(await told()).toEqual([`${BIA} 2 casos passaram a ser seus`, `${BIA} 1 caso passou a ser seu`])
  })

  // Rule: P-CASE-17, P-CASE-59
  test('nobody is told who wants no alerts by mail, nor of what was taken back meanwhile', async () => {
    const { change, set, lookAt, told } = await createOwnedCases(database(), GIVEN)
    await change('a@acme.com', { responsavel: BIA })
    await lookAt('2026-11-21T15:10:00Z')
    await set('imediata', BIA)
    await change('b@acme.com', { responsavel: BIA })
    await change('b@acme.com', { responsavel: ANA })
    await lookAt('2026-11-21T15:20:00Z')
    await lookAt('2026-11-21T15:30:00Z')
    expect(await told()).toEqual([])
  })

  // Rule: P-CASE-17, P-CASE-59
  test('a process that dies before its mail is kept leaves it to the next one, and a suspended organisation is told once it goes on', async () => {
    const { api, acme, change, set, look, told } = await createOwnedCases(database(), GIVEN)
    await set('imediata', BIA)
    await change('a@acme.com', { responsavel: BIA })
    await database().script(`UPDATE organisation SET suspended_at = now(), suspended_because = 'x' WHERE id = ${acme}`)
    api.clock.set('2026-11-21T15:05:00Z')
    await look()
    expect(await told()).toEqual([])
    await database().script('UPDATE organisation SET suspended_at = NULL, suspended_because = NULL')
    await expect(look(dying(database(), 1))).rejects.toThrow('killed')
    expect(await told()).toEqual([])
    await look()
    await look()
    expect(await told()).toEqual([`${BIA} 1 caso passou a ser seu`])
  })
})

// Rule: P-CASE-17, P-CASE-59
test('the mail about several cases counts them, and names the organisation', () => {
  const mail = assignmentMail({
    to: BIA,
    organisation: 'Acme',
    cases: 3,
    origin: ORIGIN,
    stop: `${ORIGIN}/x`,
    at: new Date(0),
  })
  expect(mail.subject).toBe('3 casos passaram a ser seus')
  expect(mail.body[0]).toBe('Outra pessoa da organização Acme passou 3 casos em aberto a você.')
})
