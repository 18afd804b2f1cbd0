import { onPostgres } from '../../../testing/each-database.ts'
import { ANA, createRestWorld } from '../../../testing/rest.ts'
import type { ProofOutcome } from '../../numbers/domains/domain-proof.ts'

onPostgres((database) => {
  // Rule: M-REST-9, M-KEY-2
  test('domains are told with the state of their proofs, without what proves them, within the limit of the key', async () => {
    const outcomes = new Map<string, ProofOutcome>([['acme.com', { status: 'proved', by: 'dns' }]])
    const findProof = (domain: string) =>
      Promise.resolve(outcomes.get(domain) ?? ({ status: 'not-proved', fault: 'absent' } as const))
    const { api, token, key, ask, post, makeKey } = await createRestWorld(database(), { findProof })
    const told = async (by = key) => (await ask('/v1/domains', by)).json()
    expect(await told()).toEqual({ data: [] })
    await api.importText('forum', 'rh@acme.com:um\nti@acme.com')
    for (const dominio of ['acme.com', 'loja.example']) {
      await post('/dominios', { dominio })
      await post('/dominios/verificacao', { dominio })
    }
    const other = await api.tokenOf('rui@rival.com')
    await post('/dominios', { dominio: 'rival.com' }, other)
    const now = '2026-11-21T15:00:00.000Z'
    const acme = {
      domain: 'acme.com',
      state: 'proved',
      proved_by: 'dns',
      proved_at: now,
      lost_at: null,
      checked_at: now,
      next_check_at: '2026-11-22T15:00:00.000Z',
      fault: null,
      addresses: 2,
    }
    expect(await told()).toEqual({
      data: [
        acme,
        {
          domain: 'loja.example',
          state: 'waiting',
          proved_by: null,
          proved_at: null,
          lost_at: null,
          checked_at: now,
          next_check_at: '2026-11-21T15:01:00.000Z',
          fault: 'absent',
          addresses: 0,
        },
      ],
    })
    const { dominios } = (await api.get('/dominios', token)).json()
    expect(dominios).toHaveLength(2)
    const answer = await ask('/v1/domains', key)
    for (const { prova } of dominios) expect(answer.body).not.toContain(prova.texto.split('=')[1])

    for (const [limit, names] of [
      ['domain:acme.com', ['acme.com']],
      ['domain:me.com', []],
      ['address:rh@acme.com', []],
      ['domain:rival.com domain:loja.example', ['loja.example']],
    ] as const) {
      const limited = await told((await makeKey(ANA, `domains:read ${limit}`)).key)
      expect([limit, limited.data.map(({ domain }: { readonly domain: string }) => domain)]).toEqual([limit, names])
    }
    outcomes.clear()
    const look = (by: string) => post('/dominios/verificacao', { dominio: 'acme.com' }, by)
    await look(token)
    api.clock.advance(73 * 3600)
    await look(await api.tokenOf(ANA))
    expect((await told()).data[0]).toMatchObject({
      state: 'lost',
      proved_by: null,
      proved_at: null,
      lost_at: '2026-11-24T16:00:00.000Z',
      fault: 'absent',
      addresses: 0,
    })
  })

  // Rule: M-KEY-6, M-KEY-2
  test('a key that was made with what there was before gets none of the calls that came later', async () => {
    const { ask, makeKey, patch } = await createRestWorld(database())
    const { key } = await makeKey(ANA, 'hibp:read findings:read audit:read domains:write')
    const id = `11111111-1111-4111-8111-111111111111.${'0'.repeat(32)}`
    for (const path of ['addresses', 'addresses/ana@acme.com', 'cases', `cases/${id}`, 'domains'])
      expect([path, (await ask(`/v1/${path}`, key)).statusCode]).toEqual([path, 403])
    expect((await patch(id, { version: 0 }, key)).statusCode).toBe(403)
  })
})
