import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { object, string } from 'zod/mini'
import { sql } from '@atalaia/database'
import { createKeyCalls } from '../../../testing/hibp.ts'
import { ACME, eachSamlCompany, ORIGIN, returnPath, RIVAL, type SamlCompany } from '../../../testing/saml-company.ts'
import type { SamlFaults } from '../../../testing/saml.ts'
import { parseXml, XmlError } from './xml.ts'

const ANA = 'ana@acme.com'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const REFUSED = '/entrar?falha=recusado'
const OVER = '/entrar?falha=recomece'

let company: SamlCompany
let database: SamlCompany['database']
let provider: SamlCompany['provider']
let key: string

eachSamlCompany(async (made) => {
  company = made
  ;({ database, provider } = made)
  key = (await createKeyCalls(made.api).makeKey('dona@acme.com', 'scim:write')).key
})

const idOf = async (email: string) => {
  const { membros } = (await company.api.get('/organizacao', company.owner)).json()
  return membros.find((member: { email: string }) => member.email === email).id
}
const accounts = async () =>
  (await database.query(object({ email: string() }), sql`SELECT email FROM account ORDER BY email`)).map(
    ({ email }) => email,
  )

// Rule: P-IDENTITY-12, P-IDENTITY-13, P-IDENTITY-38, P-IDENTITY-39, P-IDENTITY-40
test('people of a company come in by its SAML provider, and join its organisation the first time', async () => {
  const { api, owner, post, createBrowser, signIn, tokenOf, organisationsOf } = company
  const browser = createBrowser()
  const begun = new URL(await browser.begin())
  expect([begun.origin, begun.searchParams.get('tenant')]).toEqual([provider.origin, '1'])
  const { action, xml } = await provider.signIn(begun.href, 'ana')
  expect(action).toBe(`${ORIGIN}${returnPath(ACME)}`)
  expect(await browser.bring(xml)).toBe(returnPath(ACME))
  expect(await browser.comeBack()).toBe('/entrar')
  const { access_token: token, proxima } = await browser.end()
  expect(proxima).toBe('/app/conta')
  expect((await api.get('/conta', token)).json()).toMatchObject({ email: ANA, caixa_confirmada: true })
  expect(await organisationsOf(token)).toMatchObject([{ papel: 'analyst', atual: true }, { papel: 'owner' }])
  expect((await api.get('/organizacao', token)).json().id).toBe((await api.get('/organizacao', owner)).json().id)

  // Another address at the provider, and the same NameID; with the response signed, too.
  await provider.setUsers({ ana: { email: 'ana.silva@acme.com' } })
  await provider.setFaults({ signed: 'both' })
  expect(await signIn(browser)).toBe('/entrar')
  const again = await tokenOf(browser)
  expect((await api.get('/conta', again)).json().email).toBe(ANA)

  // Removed by the owner she stays out.
  expect((await post(`/organizacao/membros/${await idOf(ANA)}/remover`, owner)).statusCode).toBe(200)
  expect(await signIn(browser)).toBe('/entrar')
  expect(await organisationsOf(await tokenOf(browser))).toMatchObject([{ papel: 'owner' }])
  expect(await accounts()).toEqual([ANA, 'dona@acme.com'])
  expect(api.log.join('')).not.toContain(ANA)
})

// Rule: P-IDENTITY-12, P-SCIM-4, P-IDENTITY-38, P-IDENTITY-39, P-SCIM-27
test('nobody joins an organisation that is full, nor whom its directory has deactivated before they came', async () => {
  const { createBrowser, signIn, tokenOf, organisationsOf } = company
  const joined = async (login: string) => {
    const browser = createBrowser()
    expect(await signIn(browser, login)).toBe('/entrar')
    return (await organisationsOf(await tokenOf(browser))).length > 1
  }
  await database.script('UPDATE organisation SET max_members = 1')
  expect(await joined('ana')).toBe(false)
  await database.script('UPDATE organisation SET max_members = NULL')
  // She has an account by now: the first time is over.
  expect(await joined('ana')).toBe(false)
  await provider.setUsers({ bia: { email: 'bia@acme.com' } })
  expect((await call('POST', '/Users', { ...OKTA.create('bia@acme.com'), active: false })).status).toBe(201)
  expect(await joined('bia')).toBe(false)
})

// Rule: P-IDENTITY-4, P-IDENTITY-12, P-IDENTITY-38, P-IDENTITY-39
test('an account with the address is linked by its password, and joins then', async () => {
  const { api, owner, post, createBrowser, signIn, organisationsOf } = company
  const own = await api.tokenOf(ANA)
  const browser = createBrowser()
  expect(await signIn(browser)).toBe('/entrar')
  expect(await browser.end()).toMatchObject({ ligar: { email: ANA } })
  expect(await organisationsOf(own)).toHaveLength(1)
  const { access_token: token } = await browser.link()
  expect(await organisationsOf(token)).toMatchObject([{ papel: 'analyst', atual: true }, { papel: 'owner' }])

  // Removed by the owner she does not come back by unlinking and linking anew.
  expect((await post(`/organizacao/membros/${await idOf(ANA)}/remover`, owner)).statusCode).toBe(200)
  await database.script('DELETE FROM account_identity')
  expect(await signIn(browser)).toBe('/entrar')
  const { access_token: again } = await browser.link()
  expect(await organisationsOf(again)).toMatchObject([{ papel: 'owner' }])
})

// Rule: P-IDENTITY-5, P-IDENTITY-7, P-IDENTITY-12, P-IDENTITY-36, P-IDENTITY-38, P-IDENTITY-39
// Threat: T-SAML-1
test('a provider speaks for its own domain, whatever entity ID it has, and for nobody without an address', async () => {
  const { api, run, createCompany, introduce, createBrowser, signIn, tokenOf, organisationsOf } = company
  await createCompany('rival.com', RIVAL)
  expect(await signIn(createBrowser())).toBe('/entrar')
  await provider.setUsers({
    rui: { email: 'rui@rival.com' },
    nobody: {},
    ana: { subject: 'ana', email: 'x@rival.com' },
  })
  expect(await signIn(createBrowser(), 'rui')).toBe('/entrar?falha=dominio')
  expect(await signIn(createBrowser(), 'nobody')).toBe('/entrar?falha=email')
  await provider.setFaults({ text: ['</saml:AttributeValue>', `</saml:AttributeValue>${SECOND_ADDRESS}`] })
  expect(await signIn(createBrowser(), 'rui')).toBe('/entrar?falha=email')
  await provider.setFaults({})
  // Another organisation has proved the domain, too: the provider is that of the first.
  await database.script(`INSERT INTO watched_domain (organisation_id, domain, added_at, proved_at, token)
    SELECT organisation_id, 'acme.com', now(), now(), 'x' FROM account WHERE email = 'dona@rival.com'`)
  const metadata = join(api.tools.dataDir, 'metadata.xml')
  const set = `identity set acme.com --account dona@rival.com --metadata ${metadata} --trust-addresses`
  expect(await run(set)).toMatch('provider of another organisation')
  // The same metadata in another organisation, and the NameID of Ana.
  await introduce(RIVAL)
  const rival = createBrowser()
  expect(await signIn(rival, 'ana', RIVAL)).toBe('/entrar')
  const token = await tokenOf(rival)
  expect((await api.get('/conta', token)).json().email).toBe('x@rival.com')
  expect(await organisationsOf(token)).toMatchObject([{ papel: 'reader' }, { papel: 'owner' }])
  // Without the proof of the domain, and switched off.
  await database.script(`UPDATE watched_domain SET proved_at = NULL WHERE domain = 'rival.com'`)
  expect(await createBrowser().begin(RIVAL)).toBe(`${ORIGIN}/entrar?falha=desligado`)
  await run('identity enable acme.com off')
  expect((await api.app.inject({ url: `/api/identidade/${ACME}/metadados` })).statusCode).toBe(404)
})

const SECOND_ADDRESS = '<saml:AttributeValue>dona@acme.com</saml:AttributeValue>'
const past = new Date(Date.now() - 3_600_000).toISOString()
const future = new Date(Date.now() + 3_600_000).toISOString()
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

// Rule: P-IDENTITY-14, P-IDENTITY-41
// Threat: T-SAML-1
test('an answer that is not signed, not for us, not for this request or not for now is refused', async () => {
  const { createBrowser, signIn } = company
  const faults: Record<string, SamlFaults> = {
    'not signed': { signed: 'nothing' },
    'signed by a stranger, with the own certificate': { signedBy: 'stranger' },
    'the response signed, and not the assertion': { signed: 'response' },
    'signed with SHA-1': { signed: 'sha1' },
    'another audience': { tags: { Audience: 'https://other.example/metadata' } },
    'no audience': { tags: { Audience: null } },
    'another recipient': { tags: { SubjectRecipient: 'https://other.example/acs' } },
    'no recipient': { tags: { SubjectRecipient: null } },
    'another destination': { tags: { Destination: 'https://other.example/acs' } },
    'no destination': { tags: { Destination: null } },
    'another issuer': { tags: { Issuer: 'https://other.example/idp' } },
    'another issuer of the assertion': { text: ['</saml:Issuer><saml:Subject>', '/x</saml:Issuer><saml:Subject>'] },
    'another issuer of the response': { text: ['</saml:Issuer><samlp:Status>', '/x</saml:Issuer><samlp:Status>'] },
    'another version': { text: ['Version="2.0"', 'Version="1.1"'] },
    'no statement of a sign-in': { without: 'AuthnStatement' },
    'a failure': { tags: { StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Requester' } },
    'conditions past': { tags: { ConditionsNotOnOrAfter: past } },
    'conditions without end': { tags: { ConditionsNotOnOrAfter: null } },
    'conditions to come': { tags: { ConditionsNotBefore: future } },
    'confirmation past': { tags: { SubjectConfirmationDataNotOnOrAfter: past } },
    'confirmation without end': { tags: { SubjectConfirmationDataNotOnOrAfter: null } },
    'issued long ago': { issuedSecondsAgo: 1200 },
    'no request in the assertion': { text: ['retorno" InResponseTo=', 'retorno" X='] },
    'for whoever holds a key': { text: ['cm:bearer', 'cm:holder-of-key'] },
    'another name each time': { tags: { NameIDFormat: TRANSIENT } },
    'no name': { tags: { NameID: null } },
    'a comment in the name': { tags: { NameID: `${ANA}.evil.example` }, text: [`${ANA}.`, `${ANA}<!---->.`] },
    'a comment in the address': { text: [`${ANA}<`, `dona<!-- -->@acme.com<`] },
    CDATA: { text: [`${ANA}<`, `<![CDATA[${ANA}]]><`] },
  }
  for (const [what, fault] of Object.entries(faults)) {
    await provider.setFaults(fault)
    expect([what, await signIn(createBrowser())]).toEqual([what, REFUSED])
  }
  expect(await accounts()).toEqual(['dona@acme.com'])
})

// Rule: P-IDENTITY-14, P-IDENTITY-41
// Threat: T-SAML-1
test.each([
  '<a>ana<?x ?>@acme.com</a>',
  '<a><!-- -->x</a>',
  '<a><![CDATA[x]]></a>',
  '<!DOCTYPE a><a>x</a>',
  '<a/><b/>',
  '',
])('what no document of SAML needs is refused before it is read: %s', (text) =>
  expect(() => parseXml(text)).toThrow(XmlError),
)

const forged = (xml: string) => xml.replaceAll(ANA, 'dona@acme.com').replaceAll('>ana<', '>dona<')
const part = (xml: string, tag: string) => new RegExp(`<${tag}[ >].*</${tag}>`, 's').exec(xml)?.[0] ?? ''
const answerWith = (value: string) => ({
  method: 'POST' as const,
  url: returnPath(ACME),
  payload: { SAMLResponse: value },
})
const assertionIdOf = (xml: string) => /<saml:Assertion[^>]* ID="([^"]*)"/.exec(xml)?.[1] ?? ''
const signatureOf = (xml: string) => part(xml, 'ds:Signature')
const evil = (xml: string, id = '_evil') =>
  forged(part(xml, 'saml:Assertion').replace(signatureOf(xml), '')).replace(/ ID="[^"]*"/, ` ID="${id}"`)

// Rule: P-IDENTITY-14, P-IDENTITY-41
// Threat: T-SAML-1
test('what was signed is what is read: wrapped, doubled, changed and exploding documents are refused', async () => {
  const { api, createBrowser, signIn } = company
  const bomb = `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(50)}"><!ENTITY b "${'&a;'.repeat(50)}"><!ENTITY c "${'&b;'.repeat(50)}">]>`
  const changes: Record<string, (xml: string) => string> = {
    changed: forged,
    'without its signature': (xml) => xml.replace(signatureOf(xml), ''),
    'a forged one before it': (xml) => xml.replace('<saml:Assertion', `${evil(xml)}<saml:Assertion`),
    'a forged one after it': (xml) => xml.replace('</samlp:Response>', `${evil(xml)}</samlp:Response>`),
    'a forged one with the same ID': (xml) =>
      xml.replace('<saml:Assertion', `${evil(xml, assertionIdOf(xml))}<saml:Assertion`),
    'inside of a forged one': (xml) =>
      xml.replace(
        part(xml, 'saml:Assertion'),
        evil(xml).replace('</saml:Assertion>', `${part(xml, 'saml:Assertion')}</saml:Assertion>`),
      ),
    'in the signature of a forged one': (xml) =>
      xml.replace(
        part(xml, 'saml:Assertion'),
        evil(xml).replace(
          '</saml:Issuer>',
          `</saml:Issuer>${signatureOf(xml).replace(
            '</ds:Signature>',
            `<ds:Object>${part(xml, 'saml:Assertion').replace(signatureOf(xml), '')}</ds:Object></ds:Signature>`,
          )}`,
        ),
      ),
    'in the extensions, before a forged one': (xml) =>
      xml.replace(
        part(xml, 'saml:Assertion'),
        `<samlp:Extensions>${part(xml, 'saml:Assertion')}</samlp:Extensions>${evil(xml)}`,
      ),
    'a document type': (xml) => `<!DOCTYPE x>${xml}`,
    'entities that explode': (xml) => `${bomb}${xml.replace(`>${ANA}<`, '>&c;<')}`,
    'an external entity': (xml) =>
      `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>${xml.replace(`>${ANA}<`, '>&a;<')}`,
    'an instruction': (xml) => xml.replace(ANA, `ana<?x ?>@acme.com`),
    'no XML': () => 'x',
    'no response': (xml) => part(xml, 'saml:Assertion'),
    'bytes of no text': () => '\uFFFD',
  }
  for (const [what, change] of Object.entries(changes)) {
    const page = await signIn(createBrowser(), 'ana', ACME, change)
    expect([what, page]).toEqual([what, REFUSED])
  }
  const browser = createBrowser()
  const { xml } = await provider.signIn(await browser.begin(), 'ana')
  expect((await api.app.inject(answerWith('%%%'))).headers.location).toContain('falha=recusado')
  expect((await api.app.inject(answerWith(xml.repeat(8)))).statusCode).toBe(413)
  expect(await accounts()).toEqual(['dona@acme.com'])
})

// Rule: P-IDENTITY-14, P-IDENTITY-41
// Threat: T-SAML-2
test('an answer counts once, for a sign-in that was begun, in the browser that began it and that brought it', async () => {
  const { api, createCompany, createBrowser, signIn } = company
  const [browser, other] = [createBrowser(), createBrowser()]
  // Unsolicited: of no request, or of one that nobody has made.
  for (const InResponseTo of [null, '_x', `_${'x'.repeat(43)}`]) {
    await provider.setFaults({ tags: { InResponseTo } })
    const page = await signIn(createBrowser())
    expect([InResponseTo, page]).toEqual([InResponseTo, InResponseTo === null ? REFUSED : OVER])
  }
  // Outside of the signature: the answer to one request, named as that to another.
  await provider.setFaults({})
  const { xml } = await provider.signIn(await browser.begin(), 'ana')
  const inResponseTo = /InResponseTo="([^"]*)"/
  const { xml: theirs } = await provider.signIn(await other.begin(), 'ana')
  expect(await other.bring(theirs.replace(inResponseTo, inResponseTo.exec(xml)?.[0] ?? ''))).toBe(REFUSED)

  // Somebody has another person's browser answer a sign-in that they began, or their own one answer hers.
  expect(await other.bring(xml)).toBe(returnPath(ACME))
  expect(await browser.comeBack()).toBe(OVER)
  expect(await other.comeBack()).toBe(OVER)
  expect(await browser.bring(xml)).toBe(OVER)

  // The same assertion for another sign-in of the same browser: a provider that signs one twice.
  await provider.setFaults({ tags: { AssertionID: '_same' } })
  expect(await signIn(browser)).toBe('/entrar')
  expect(await browser.comeBack()).toBe(OVER)
  expect(await signIn(browser)).toBe(REFUSED)

  // At the address of another company's provider, and late.
  await provider.setFaults({})
  await createCompany('rival.com', RIVAL)
  const { xml: third } = await provider.signIn(await browser.begin(), 'ana')
  expect(await browser.bring(third, RIVAL)).toBe(OVER)
  api.clock.advance(600)
  expect(await browser.bring(third)).toBe(OVER)

  const failed = third.replace(/<saml:Assertion.*<\/saml:Assertion>/s, '').replace(':Success', ':Responder')
  const { xml: fourth } = await provider.signIn(await browser.begin(), 'ana')
  const named = failed.replace(inResponseTo, inResponseTo.exec(fourth)?.[0] ?? '')
  expect(await browser.bring(named)).toBe('/entrar?falha=negado')
})

// Rule: P-IDENTITY-13, P-IDENTITY-40
// Threat: T-SAML-3
test('metadata is read from a file or by https from the Internet, and says what is missing', async () => {
  const { run, metadataFile } = company
  const set = async (metadata: string, more = ' --trust-addresses') =>
    run(`identity set acme.com --account dona@acme.com --metadata ${metadata}${more}`)
  const withText = async (text: string) => {
    writeFileSync(metadataFile, text)
    return set(metadataFile)
  }
  const { metadata } = provider
  expect(await set(metadataFile, '')).toMatch(/^2 .*--trust-addresses/s)
  expect(await set(metadataFile, ' --trust-addresses --role admin')).toMatch(/^2 .*--role is one of/s)
  expect(await set(metadataFile, ' --trust-addresses --client-id x')).toMatch(/^2 .*for OpenID Connect/s)
  expect(await set(`${provider.origin}/metadata`)).toMatch('has to begin with https://')
  expect(await set('https://127.0.0.1:9/metadata')).toMatch('asks nobody at that address')
  expect(await set('https://169.254.169.254/latest')).toMatch('asks nobody at that address')
  expect(await withText(`<!DOCTYPE x>${metadata}`)).toMatch('document type')
  expect(await withText('x')).toMatch('metadata: ')
  expect(await withText(metadata.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'))).toMatch(
    'not one identity provider',
  )
  expect(await withText(metadata.replace(/entityID="[^"]*"/, ''))).toMatch('no entityID')
  expect(await withText(metadata.replace('HTTP-Redirect', 'SOAP'))).toMatch('no SingleSignOnService')
  expect(await withText(metadata.replaceAll(provider.origin, 'http://login.example'))).toMatch('at an https address')
  expect(await withText(metadata.replace(/(<ds:X509Certificate>)[^<]*/, '$1AAAA'))).toMatch('cannot be read')
  expect(await withText(metadata.replace('use="signing"', 'use="encryption"'))).toMatch('certificate for signatures')
  expect(await run('identity list')).toMatch(/acme\.com +acme\.com +saml .* analyst +on /)
  expect(await withText(metadata)).toMatch(/^0/)
  expect(await run('identity list')).toMatch(/ reader +on /)
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const call = async (method: Method, path: string, payload?: object | string, as: string | undefined = key) => {
  const answer = await company.api.app.inject({
    method,
    url: `/api/scim/v2${path}`,
    headers: {
      'content-type': 'application/scim+json; charset=utf-8',
      ...(as !== '' && { authorization: `Bearer ${as}` }),
    },
    ...(payload !== undefined && { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
  })
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'],
    body: answer.body ? answer.json() : undefined,
  }
}
const find = async (filter: string) => (await call('GET', `/Users?${new URLSearchParams({ filter })}`)).body
const patch = (id: string, ...Operations: object[]) => call('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations })
const membersOf = async (token: string) =>
  (await company.api.get('/organizacao', token)).json().membros.map(({ email }: { email: string }) => email)
const signInAs = async (login = 'ana') => {
  const browser = company.createBrowser()
  expect(await company.signIn(browser, login)).toBe('/entrar')
  return company.tokenOf(browser)
}

const ENTRA = {
  create: (address: string) => ({
    schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: address,
    active: true,
    emails: [{ primary: true, type: 'work', value: address }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    roles: [],
  }),
  disable: { schemas: [PATCH], Operations: [{ op: 'Replace', path: 'active', value: 'False' }] },
  enable: { schemas: [PATCH], Operations: [{ op: 'Add', path: 'active', value: 'True' }] },
  disableCompliant: { schemas: [PATCH], Operations: [{ op: 'replace', path: 'active', value: false }] },
  update: (address: string) => ({
    schemas: [PATCH],
    Operations: [
      { op: 'Replace', path: 'displayName', value: 'Pvlo' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: address },
      { op: 'Replace', path: 'name.givenName', value: 'Gtfd' },
      { op: 'Replace', path: 'externalId', value: 'Eqpj' },
      {
        op: 'Replace',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber',
        value: 'Eqpj',
      },
    ],
  }),
}
const OKTA = {
  create: (address: string) => ({
    schemas: [USER],
    userName: address,
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: address, type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  }),
  deactivate: { schemas: [PATCH], Operations: [{ op: 'replace', value: { active: false } }] },
}

// Rule: P-SCIM-1, P-SCIM-2, P-SCIM-25, P-SCIM-26
test('Entra ID finds, makes, changes, disables, enables and deletes a person', async () => {
  expect(await find(`userName eq "${ANA}"`)).toMatchObject({ totalResults: 0, Resources: [], startIndex: 1 })
  const made = await call('POST', '/Users', ENTRA.create('Ana@Acme.com'))
  expect(made).toMatchObject({ status: 201, type: 'application/scim+json; charset=utf-8' })
  const { id } = made.body
  const resource = {
    schemas: [USER],
    id,
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: 'Ana@Acme.com',
    active: true,
    emails: [{ value: 'Ana@Acme.com', type: 'work', primary: true }],
    meta: { resourceType: 'User', location: `http://localhost:3000/api/scim/v2/Users/${id}` },
  }
  expect(made.body).toMatchObject(resource)
  for (const filter of [
    `userName eq "${ANA}"`,
    `emails[type eq "work"].value eq "${ANA}"`,
    'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef" and active eq true',
  ])
    expect([filter, (await find(filter)).Resources]).toMatchObject([filter, [resource]])
  expect((await find('externalId eq "0A21F0F2-8d2a-4f8e-bf98-7363c4aed4ef"')).totalResults).toBe(0)
  expect((await call('POST', '/Users', ENTRA.create(ANA))).body).toMatchObject({
    status: '409',
    scimType: 'uniqueness',
  })

  const updated = await call('PATCH', `/Users/${id}`, ENTRA.update('ana.silva@acme.com'))
  expect(updated.body).toMatchObject({
    externalId: 'Eqpj',
    userName: 'Ana@Acme.com',
    emails: [{ value: 'ana.silva@acme.com' }],
  })
  for (const [body, active] of [
    [ENTRA.disable, false],
    [ENTRA.enable, true],
    [ENTRA.disableCompliant, false],
  ] as const)
    expect((await call('PATCH', `/Users/${id}`, body)).body).toMatchObject({ id, active })
  expect((await call('GET', `/Users/${id}`)).body).toMatchObject({ active: false })
  expect(await call('DELETE', `/Users/${id}`)).toMatchObject({ status: 204, body: undefined })
  expect(await call('GET', `/Users/${id}`)).toMatchObject({ status: 404, body: { status: '404' } })
  expect((await call('DELETE', `/Users/${id}`)).status).toBe(404)
})

// Rule: P-SCIM-1, P-SCIM-2, P-SCIM-25, P-SCIM-26
test('Okta pages, replaces and deactivates, and discovers what there is', async () => {
  const ids: string[] = []
  for (const name of ['ana', 'bia', 'caio']) {
    ids.push((await call('POST', '/Users', OKTA.create(`${name}@acme.com`))).body.id)
    company.api.clock.advance(1)
  }
  const page = (await call('GET', '/Users?startIndex=2&count=1')).body
  expect(page).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1, Resources: [{ id: ids[1] }] })
  const [id = ''] = ids
  const { password: _secret, ...whole } = OKTA.create('ana.silva@acme.com')
  expect((await call('PUT', `/Users/${id}`, { ...whole, id, active: false })).body).toMatchObject({ active: false })
  expect((await call('PUT', `/Users/${id}`, whole)).body).toMatchObject({
    userName: 'ana.silva@acme.com',
    active: true,
  })
  expect((await call('PATCH', `/Users/${id}`, OKTA.deactivate)).body).toMatchObject({ active: false })

  expect((await call('GET', '/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
  })
  expect((await call('GET', '/ResourceTypes')).body.Resources).toMatchObject([{ id: 'User', endpoint: '/Users' }])
  expect((await call('GET', '/Schemas')).body).toMatchObject({ totalResults: 1, Resources: [{ id: USER }] })
  expect((await call('GET', `/Schemas/${USER}`)).body.attributes).toHaveLength(4)
  expect((await call('GET', '/Groups')).body).toMatchObject({
    status: '404',
    schemas: [expect.stringContaining(':Error')],
  })
})

// Rule: P-SCIM-3, P-SCIM-4, P-SCIM-27
// Threat: T-SCIM-1
test('whoever is deactivated is out at once, keeps what is theirs, and comes back with the role of before', async () => {
  const { api, owner, organisationsOf, post } = company
  const { id } = (await call('POST', '/Users', ENTRA.create(ANA))).body
  expect(await membersOf(owner)).toEqual(['dona@acme.com'])
  const ana = await signInAs()
  expect(await membersOf(owner)).toEqual([ANA, 'dona@acme.com'])
  const [, own] = await organisationsOf(ana)
  const elsewhere = (await post(`/organizacoes/${own.id}/entrar`, ana)).json().access_token

  expect((await patch(id, { op: 'Replace', path: 'active', value: 'False' })).body).toMatchObject({ active: false })
  expect((await api.get('/emails', ana)).statusCode).toBe(401)
  expect((await api.get('/emails', elsewhere)).statusCode).toBe(200)
  expect(await membersOf(owner)).toEqual(['dona@acme.com'])
  // Nor does the provider let her in again.
  expect(await organisationsOf(await signInAs())).toMatchObject([{ papel: 'owner' }])
  expect(await membersOf(owner)).toEqual(['dona@acme.com'])

  expect((await patch(id, { op: 'Replace', path: 'active', value: 'True' })).body).toMatchObject({ active: true })
  expect(await organisationsOf(elsewhere)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ papel: 'analyst' }),
      expect.objectContaining({ papel: 'owner' }),
    ]),
  )
  // Written down as the key's acts, the newest first.
  const [back, taken] = (await api.get('/organizacao/auditoria', owner)).json().linhas
  expect([back, taken]).toMatchObject([
    { acao: 'member.joined', ator: { tipo: 'key' }, alvo: { nome: ANA }, depois: { role: 'analyst' } },
    { acao: 'member.removed', ator: { tipo: 'key' }, antes: { role: 'analyst' } },
  ])
  // As an owner who is not the last one she comes back as a reader.
  await database.script(`UPDATE membership SET role = 'owner'`)
  for (const body of [OKTA.deactivate, ENTRA.enable]) await call('PATCH', `/Users/${id}`, body)
  expect((await api.get('/organizacao', owner)).json().membros).toMatchObject([{ papel: 'reader' }, { papel: 'owner' }])
  // Deleted and made anew, she is let in by the provider again.
  await call('DELETE', `/Users/${id}`)
  expect(await membersOf(owner)).toEqual(['dona@acme.com'])
  await signInAs()
  expect(await membersOf(owner)).toEqual(['dona@acme.com'])
  await call('POST', '/Users', ENTRA.create(ANA))
  await signInAs()
  expect(await membersOf(owner)).toEqual([ANA, 'dona@acme.com'])
})

// Rule: P-SCIM-3, P-SCIM-4, P-SCIM-27
// Threat: T-SCIM-1
test('a directory lets nobody in by itself, tells of nobody outside, and does not unmake the last owner', async () => {
  const { api, owner, createCompany, post } = company
  // Whoever signed up with an address of the company, or is somewhere else, stays outside, and the answers are the same.
  const stranger = await api.tokenOf('bia@acme.com')
  const [known, unknown] = [
    await call('POST', '/Users', OKTA.create('bia@acme.com')),
    await call('POST', '/Users', OKTA.create('ninguem@acme.com')),
  ]
  expect([known.status, Object.keys(known.body)]).toEqual([unknown.status, Object.keys(unknown.body)])
  expect((await api.get('/organizacoes', stranger)).json()).toHaveLength(1)
  for (const address of ['rui@rival.com', 'ana@acme.com.br', 'ana@notacme.com', 'ana'])
    expect([address, (await call('POST', '/Users', OKTA.create(address))).body]).toEqual([
      address,
      expect.objectContaining({ status: '400', scimType: 'invalidValue' }),
    ])
  expect((await call('POST', '/Users', OKTA.create('x@vendas.acme.com'))).status).toBe(201)
  // An invitation of before goes with whoever is deactivated.
  await database.script('UPDATE account SET mailbox_proved_at = now()')
  expect((await post('/organizacao/convites', owner, { email: 'bia@acme.com', papel: 'admin' })).statusCode).toBe(202)
  await call('PATCH', `/Users/${known.body.id}`, OKTA.deactivate)
  expect((await api.get('/organizacao', owner)).json().convites).toEqual([])

  // The owner is in the organisation already, and its last one.
  const { id } = (await call('POST', '/Users', OKTA.create('dona@acme.com'))).body
  for (const refused of [
    await patch(id, { op: 'replace', path: 'active', value: false }),
    await call('DELETE', `/Users/${id}`),
    await call('PUT', `/Users/${id}`, { userName: 'dona@acme.com', active: false }),
  ])
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('last owner') } })
  expect((await call('POST', '/Users', { ...OKTA.create('dona2@acme.com'), userName: 'DONA@acme.com' })).status).toBe(
    409,
  )
  expect(await membersOf(owner)).toEqual(['dona@acme.com'])

  // Another organisation's directory sees and changes nothing of it.
  await createCompany('rival.com', '0f9c7c6e-4f0e-4a70-9f0e-0c0ffee00002')
  const { key: theirs } = await createKeyCalls(api).makeKey('dona@rival.com', 'scim:write')
  expect((await call('GET', '/Users', undefined, theirs)).body).toMatchObject({ totalResults: 0 })
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', OKTA.create('x@rival.com')],
    ['PATCH', OKTA.deactivate],
    ['DELETE', undefined],
  ] as const)
    expect([method, (await call(method, `/Users/${id}`, body, theirs)).status]).toEqual([method, 404])
  // A directory has an end.
  await database.script(`INSERT INTO scim_user (organisation_id, user_name, email, mailbox, active, created_at, changed_at)
    SELECT organisation_id, 'n' || n, n || '@acme.com', n || '@acme.com', false, now(), now()
    FROM account, generate_series(1, 2000) AS n WHERE account.email = 'dona@acme.com'`)
  expect((await call('POST', '/Users', OKTA.create('mais-uma@acme.com'))).status).toBe(403)
  await database.script(`DELETE FROM scim_user WHERE user_name LIKE 'n%'`)
  // The proof of the domain is gone.
  await database.script('UPDATE watched_domain SET proved_at = NULL')
  expect((await call('POST', '/Users', OKTA.create('nova@acme.com'))).body.scimType).toBe('invalidValue')
})

// Rule: P-SCIM-2, P-SCIM-4, P-SCIM-26, P-SCIM-27
// Threat: T-SCIM-1
test('a deactivation counts in each spelling of its attribute, and one that cannot be read is refused', async () => {
  const deactivations: readonly object[] = [
    { path: `${USER}:active`, value: false },
    { path: `${USER.toUpperCase()}:Active`, value: 'False' },
    { value: { [`${USER}:active`]: false } },
    { value: { [USER]: { active: false } } },
    { path: USER, value: { active: false } },
  ]
  for (const [at, operation] of deactivations.entries()) {
    const { id } = (await call('POST', '/Users', OKTA.create(`p${at}@acme.com`))).body
    expect([operation, (await patch(id, { op: 'replace', ...operation })).body.active]).toEqual([operation, false])
  }
  const { id } = (await call('POST', '/Users', OKTA.create(ANA))).body
  for (const path of ['active.value', 'active[value eq true]', `${USER}:userName.value`])
    expect((await patch(id, { op: 'replace', path, value: false })).body.scimType).toBe('invalidPath')
  const paths = ['primary eq "True"', 'type eq "work" and primary eq true', 'Primary eq true and Type eq "work"']
  for (const [at, condition] of paths.entries()) {
    const value = `ana${at}@acme.com`
    const { body } = await patch(id, { op: 'replace', path: `emails[${condition}].value`, value })
    expect([condition, body.emails[0].value]).toEqual([condition, value])
  }
})

// Rule: P-SCIM-1, P-SCIM-25
test('an address with a slash too many is that without it', async () => {
  const { id } = (await call('POST', '//Users/', OKTA.create(ANA))).body
  expect((await call('GET', `/Users/${id}/`)).body.userName).toBe(ANA)
  expect((await call('GET', '/Users/?count=0')).body.totalResults).toBe(1)
})

// Rule: P-SCIM-1, P-SCIM-25
// Threat: T-SCIM-1
test('a call needs a key of that scope, and bodies, filters and paths that fit', async () => {
  const { api } = company
  const keys = createKeyCalls(api)
  const { key: other } = await keys.makeKey('dona@acme.com', 'hibp:read')
  const { key: limited } = await keys.makeKey('dona@acme.com', 'scim:write domain:acme.com')
  for (const [as, status] of [
    ['', 401],
    ['x', 401],
    ['0'.repeat(32), 401],
    [company.owner, 401],
    [other, 403],
    [limited, 403],
  ] as const)
    expect([status, (await call('GET', '/Users', undefined, as)).status]).toEqual([status, status])
  expect((await keys.ask('/subscribeddomains', key)).statusCode).toBe(403)

  const { id } = (await call('POST', '/Users', OKTA.create(ANA))).body
  for (const [what, { status, body }, scimType] of [
    ['no JSON', await call('POST', '/Users', '{'), undefined],
    ['no object', await call('POST', '/Users', '[]'), 'invalidValue'],
    ['no user name', await call('POST', '/Users', { active: true }), 'invalidValue'],
    ['prototypes', await call('POST', '/Users', '{"__proto__":{"active":false},"userName":"x@acme.com"}'), undefined],
    ['a flag', await call('POST', '/Users', { userName: 'x@acme.com', active: 'yes' }), 'invalidValue'],
    ['no operations', await patch(id), 'invalidSyntax'],
    ['an operation', await patch(id, { op: 'move', path: 'active' }), 'invalidSyntax'],
    ['a path', await patch(id, { op: 'replace', path: 'emails[', value: 'x' }), 'invalidPath'],
    ['a removal', await patch(id, { op: 'remove', path: 'userName' }), 'mutability'],
    ['no target', await patch(id, { op: 'replace', path: 'emails[type eq "home"].value', value: ANA }), 'noTarget'],
    [
      'no primary',
      await patch(id, { op: 'replace', path: 'emails[primary eq "False"].value', value: ANA }),
      'noTarget',
    ],
    [
      'an address',
      await patch(id, { op: 'replace', path: 'emails[type eq "work"].value', value: 'x@rival.com' }),
      'invalidValue',
    ],
    ['a filter', { status: 400, body: await find('userName co "a"') }, 'invalidFilter'],
    ['an attribute', { status: 400, body: await find('password eq "a"') }, 'invalidFilter'],
    ['an injection', { status: 400, body: await find(`userName eq "a" or 1 = 1 --`) }, 'invalidFilter'],
  ] as const)
    expect([what, status, body.scimType]).toEqual([what, 400, scimType])
  expect((await find(`userName eq "' OR 1=1 --"`)).totalResults).toBe(0)
  const [row] = await database.query(
    object({ name: string() }),
    sql`SELECT mailbox AS name FROM scim_user WHERE active`,
  )
  expect(row).toEqual({ name: ANA })
})
