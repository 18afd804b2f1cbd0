import { addressPageSchema, exposureSchema } from '@atalaia/contracts'
import { compile, type Database, sql } from '@atalaia/database'
import { onPostgres } from '../../../testing/each-database.ts'
import { ANA, createRestWorld } from '../../../testing/rest.ts'

const NAMES = ['ana', 'bia', 'caio', 'davi', 'eva', 'fabio', 'gil'] as const
const ADDRESSES = NAMES.map((name) => `${name}@acme.com`)
const nobodys = '11111111-1111-4111-8111-111111111111'

onPostgres((database) => {
  // Rule: M-REST-6, M-REST-33
  test('the pages of addresses have each one that stays once, whatever is added and removed between them', async () => {
    const { api, token, all, post, idOf } = await createRestWorld(database())
    for (const limit of [1, 2, 3, 100]) {
      for (const address of ADDRESSES) await api.add(address, token)
      let turn = 0
      const told = await all('addresses?', limit, async () => {
        turn += 1
        await api.add(`novo${limit}-${turn}@acme.com`, token)
        if (turn < 3) await post('/enderecos/remover', { ids: [await idOf(ADDRESSES[turn] ?? '')] })
      })
      const names = told.map(({ address }) => address)
      expect([limit, new Set(names).size]).toEqual([limit, names.length])
      expect(names).toEqual(expect.arrayContaining(['ana@acme.com', ...ADDRESSES.slice(3)]))
    }
  })

  // Rule: M-REST-6, M-REST-33
  test('an address has the numbers, the severity, the states of its cases and the labels that its row on the page has', async () => {
    const { api, token, page, post, idOf } = await createRestWorld(database())
    await api.importText('forum', 'ana@acme.com:um\nana@acme.com:dois\nbia@acme.com', '2026-11-01')
    await api.importText('loja', 'ana@acme.com:um', '2024-01-01')
    await api.importText('blog', 'ana@acme.com:tres', '2023-01-01')
    for (const address of ['ana@acme.com', 'bia@acme.com', 'caio@acme.com']) await api.add(address, token)
    const id = await idOf('ana@acme.com')
    await post('/enderecos/etiquetar', { ids: [id], etiqueta: 'diretoria', tem: true })
    const change = (fonte: string, estado: string) => post(`/emails/${id}/caso`, { fonte, versao: 0, estado })
    for (const [source, state] of [
      ['loja', 'em-andamento'],
      ['blog', 'tratado'],
    ] as const)
      expect((await change(source, state)).statusCode).toBe(200)
    const rows = addressPageSchema.parse((await api.get('/enderecos', token)).json()).linhas
    const levels = { critica: 'critical', alta: 'high', media: 'medium', baixa: 'low', nenhuma: 'none' }
    const expected = rows.map((row) => ({
      id: row.id,
      address: row.email,
      state: 'watched',
      leaks: row.numero_vazamentos,
      passwords: row.numero_senhas,
      open_passwords: row.senhas_em_aberto ?? row.numero_senhas,
      severity: {
        points: row.gravidade.pontos,
        level: Object.entries(levels).find(([name]) => name === row.gravidade.nivel)?.[1],
      },
      last_seen: row.visto_por_ultimo,
      cases: { new: row.casos?.novos, in_progress: row.casos?.em_andamento, closed: row.casos?.encerrados },
      labels: row.etiquetas,
      added_at: row.adicionado_em,
    }))
    const { data } = await page('addresses')
    expect(data.toSorted((a, b) => (String(a.address) < String(b.address) ? -1 : 1))).toEqual(
      expected.toSorted((a, b) => (a.address < b.address ? -1 : 1)),
    )
    expect(data.find(({ address }) => address === 'ana@acme.com')).toMatchObject({
      leaks: 3,
      passwords: 3,
      open_passwords: 2,
      severity: { points: 75, level: 'critical' },
      cases: { new: 1, in_progress: 1, closed: 1 },
      labels: ['diretoria'],
    })

    const listed = async (query: string) => (await page(`addresses?${query}`)).data.map(({ address }) => address)
    expect(await listed('severity=critical')).toEqual(['ana@acme.com'])
    expect(await listed('severity=none')).toEqual(['caio@acme.com'])
    expect(await listed('severity=high')).toEqual([])
    await api.add('ana@sub.acme.com', token)
    expect(await listed('domain=ACME.com')).toHaveLength(3)
    expect(await listed('domain=sub.acme.com&severity=none')).toEqual(['ana@sub.acme.com'])
    expect(await listed('domain=nada.example')).toEqual([])
  })

  // Rule: M-REST-6, M-KEY-6, M-REST-33
  test('one address is told by its id or by itself with its sources, without a password, a hash or a person', async () => {
    const { api, token, key, ask, post, idOf } = await createRestWorld(database())
    const hash = '5f4dcc3b5aa765d61d8327deb882cf99'
    await api.importText(
      'forum',
      `ana@acme.com:segredo-um\nana@acme.com:segredo-dois\nana@acme.com:${hash}`,
      '2026-11-01',
    )
    await api.importText('loja', 'https://shop.com/in:ana@acme.com:segredo-um', '2026-11-10')
    await api.add('ana@acme.com', token)
    const id = await idOf('ana@acme.com')
    const { linhas } = addressPageSchema.parse((await api.get('/enderecos', token)).json())
    expect(linhas).toHaveLength(1)
    const [me] = (await api.get('/casos', token)).json().pessoas
    expect((await post('/enderecos/atribuir', { ids: [id], responsavel: me.id })).statusCode).toBe(200)
    const answer = await ask(`/v1/addresses/${id}`, key)
    const { sources, ...row } = answer.json()
    expect((await ask('/v1/addresses/ANA%40acme.com', key)).json()).toEqual({ sources, ...row })
    expect((await ask('/v1/addresses', key)).json().data).toEqual([row])
    const exposure = exposureSchema.parse((await api.get(`/emails/${id}`, token)).json())
    expect(row.severity.points).toBe(exposure.gravidade.pontos)
    expect(sources).toEqual(
      exposure.fontes.map((source) =>
        expect.objectContaining({
          name: source.fonte,
          day: source.dia,
          last_seen: source.visto_por_ultimo,
          known_since: source.aqui_desde,
          passwords: source.numero_senhas,
          repeated_passwords: source.senhas_repetidas,
          hashes: source.numero_hashes,
          websites: source.sites,
          severity: expect.objectContaining({ points: source.gravidade.pontos }),
        }),
      ),
    )
    expect(sources).toMatchObject([
      { name: 'loja', passwords: 1, repeated_passwords: 1 },
      { name: 'forum', day: '2026-11-01', passwords: 2, hashes: 1, machines: 0, severity: { level: 'critical' } },
    ])
    for (const secret of ['segredo', hash, ANA, me.id]) expect(answer.body).not.toContain(secret)
    expect(api.log.join('\n')).not.toContain('acme.com')
  })

  // Rule: M-REST-6, M-REST-33
  // Threat: T-ACCOUNT-11
  test('an address that waits for its owner says that it waits, and nothing that is known of it', async () => {
    const { api, token, key, page, ask, idOf } = await createRestWorld(database(), { isOwnershipChecked: true })
    await api.importText('forum', 'ana@acme.com:um')
    for (const address of ['ana@acme.com', 'bia@acme.com']) await api.add(address, token)
    const { data } = await page('addresses')
    const waiting = {
      state: 'waiting',
      leaks: null,
      passwords: null,
      open_passwords: null,
      severity: null,
      last_seen: null,
      cases: null,
      labels: [],
    }
    expect(data).toEqual([
      { id: expect.anything(), address: expect.anything(), added_at: '2026-11-21T15:00:00Z', ...waiting },
      { id: expect.anything(), address: expect.anything(), added_at: '2026-11-21T15:00:00Z', ...waiting },
    ])
    for (const address of ['ana@acme.com', 'bia@acme.com'])
      expect((await ask(`/v1/addresses/${await idOf(address)}`, key)).json()).toEqual({
        id: await idOf(address),
        address,
        added_at: '2026-11-21T15:00:00Z',
        ...waiting,
        sources: null,
      })
    for (const level of ['critical', 'high', 'medium', 'low', 'none'])
      expect([level, (await page(`addresses?severity=${level}`)).data]).toEqual([level, []])
    expect((await page('cases')).data).toEqual([])
  })

  // Rule: M-REST-6, M-OWN-1, M-REST-33
  test('of an address that begins to wait during a call no source is told', async () => {
    let isLosing = false
    const losing: Database = {
      ...database(),
      query: async (schema, statement) => {
        // The second read of the call.
        if (isLosing && compile(statement).sql.includes('"toldSince"'))
          await database().execute(sql`UPDATE monitored_address SET watched = false, leaks = 0, passwords = 0`)
        return database().query(schema, statement)
      },
    }
    const { api, token, ask, key, idOf } = await createRestWorld(losing)
    await api.importText('forum', 'ana@acme.com:um')
    await api.add('ana@acme.com', token)
    const id = await idOf('ana@acme.com')
    const read = async () => (await ask(`/v1/addresses/${id}`, key)).json()
    expect(await read()).toMatchObject({ state: 'watched', leaks: 1, sources: [{ name: 'forum' }] })
    isLosing = true
    expect(await read()).toMatchObject({ state: 'waiting', leaks: null, severity: null, sources: null })
  })

  // Rule: M-REST-6, M-KEY-2, M-KEY-3, M-REST-33
  // Threat: T-ACCOUNT-6
  test('a key reaches the addresses of its limit alone, and others are answered as if there were none', async () => {
    const { api, token, ask, page, makeKey, revoke, idOf } = await createRestWorld(database())
    const mine = ['ana@acme.com', 'rui@acme.com', 'ana@sub.acme.com', 'ana@notacme.com', 'acme.com@rival.com']
    for (const address of mine) await api.add(address, token)
    const other = await api.tokenOf('rui@rival.com')
    await api.add('eva@acme.com', other)
    const foreign = await idOf('eva@acme.com', other)
    const none = (await ask(`/v1/addresses/${nobodys}`, (await makeKey(ANA, 'addresses:read')).key)).body
    for (const [limit, reached] of [
      ['address:rui@acme.com', ['rui@acme.com']],
      ['domain:acme.com', ['ana@acme.com', 'rui@acme.com']],
      ['domain:sub.acme.com address:acme.com@rival.com', ['acme.com@rival.com', 'ana@sub.acme.com']],
      ['domain:me.com', []],
      ['', mine],
    ] as const) {
      const { id, key } = await makeKey(ANA, `addresses:read ${limit}`)
      const { data } = await page('addresses', key)
      expect(data.map(({ address }) => address).toSorted()).toEqual([...reached].toSorted())
      for (const address of [...mine, 'eva@acme.com']) {
        const told = await ask(`/v1/addresses/${address}`, key)
        expect([limit, address, told.statusCode]).toEqual([
          limit,
          address,
          reached.some((one) => one === address) ? 200 : 404,
        ])
      }
      for (const wrong of [foreign, nobodys, 'x', '%00', '1', "' OR 1=1--", `${foreign}x`])
        expect((await ask(`/v1/addresses/${wrong}`, key)).body).toBe(none)
      await revoke(id)
      expect((await ask('/v1/addresses', key)).statusCode).toBe(401)
    }
  })
})
