// Runs a real SAML identity provider (`samlify`) and prints its address and its metadata as JSON. Whoever signs in types a name.
// `PUT /-/sp` tells it our metadata, `PUT /-/users` what it says of each name, `PUT /-/faults` what is wrong with its answers:
// other `tags`, a `text` that is replaced before it signs, and who signs what. A process of its own, as the one of OpenID.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify'
import { generate } from 'selfsigned'

setSchemaValidator({ validate: () => Promise.resolve('fits') })
const FORMATS = 'urn:oasis:names:tc:SAML:1.1:nameid-format'
const RSA_SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
const ADDRESS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'

let users = {}
let faults = {}
let ours

const newKey = () => generate([{ name: 'commonName', value: 'provider' }], { keySize: 2048, algorithm: 'sha256' })
const [own, stranger] = await Promise.all([newKey(), newKey()])
const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${server.address().port}`

const metadata = `<?xml version="1.0"?>
<!-- As providers write it. -->
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${origin}/metadata">
  <md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
      <ds:X509Certificate>${own.cert.replaceAll(/-----[A-Z ]+-----|\s/g, '')}</ds:X509Certificate>
    </ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:NameIDFormat>${FORMATS}:unspecified</md:NameIDFormat>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${origin}/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${origin}/sso?tenant=1"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`

const TEMPLATE = SamlLib.defaultLoginResponseTemplate.context
  .replace(
    '{AuthnStatement}',
    '<saml:AuthnStatement AuthnInstant="{IssueInstant}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>',
  )
  .replace(
    '{AttributeStatement}',
    `<saml:AttributeStatement><saml:Attribute Name="${ADDRESS}"><saml:AttributeValue>{Email}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`,
  )

const providerWith = ({ signedBy, signed }) =>
  IdentityProvider({
    // Its own key stands there, whoever signs.
    metadata,
    privateKey: signedBy === 'stranger' ? stranger.private : own.private,
    ...(signed === 'sha1' && { requestSignatureAlgorithm: RSA_SHA1 }),
  })

let serial = 0
/** The answer for somebody who has signed in, in XML. */
const answerFor = async (login, query) => {
  const sp = ServiceProvider({
    metadata: faults.signed === 'response' ? ours.replace('WantAssertionsSigned="true"', '') : ours,
    wantMessageSigned: faults.signed === 'both',
  })
  const provider = providerWith(faults)
  const request = await provider.parseLoginRequest(sp, 'redirect', { query })
  const { email = '', subject = login, format = 'unspecified' } = users[login] ?? {}
  const recipient = sp.entityMeta.getAssertionConsumerService('post')
  const now = Date.now()
  const at = (seconds) => new Date(now + seconds * 1000).toISOString()
  const tags = {
    ID: `_response${++serial}`,
    AssertionID: `_assertion${serial}`,
    IssueInstant: at(faults.issuedSecondsAgo === undefined ? 0 : -faults.issuedSecondsAgo),
    Destination: recipient,
    SubjectRecipient: recipient,
    Audience: sp.entityMeta.getEntityID(),
    Issuer: provider.entityMeta.getEntityID(),
    StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    InResponseTo: request.extract.request.id,
    ConditionsNotBefore: at(-5),
    ConditionsNotOnOrAfter: at(300),
    SubjectConfirmationDataNotOnOrAfter: at(300),
    NameIDFormat: format.startsWith('urn:') ? format : `${FORMATS}:${format}`,
    NameID: subject,
    Email: email,
    ...faults.tags,
  }
  const [found, put] = faults.text ?? ['', '']
  const left = new RegExp(`<saml:${faults.without}[ >].*</saml:${faults.without}>`, 's')
  const whole = SamlLib.replaceTagsByValue(TEMPLATE, tags).replace(left, '')
  const place = whole.lastIndexOf(found)
  const context = `${whole.slice(0, place)}${put}${whole.slice(place + found.length)}`
  if (faults.signed === 'nothing') return context
  const { context: signed } = await provider.createLoginResponse(sp, request, 'post', {}, () => ({
    id: tags.ID,
    context,
  }))
  return Buffer.from(signed, 'base64').toString()
}

const escaped = (value) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const page = (action, fields, more) => `<!doctype html><html lang="pt-BR"><title>Provedor</title><main><h1>Provedor</h1>
<form method="post" action="${escaped(action)}">${Object.entries(fields)
  .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
  .join('')}${more}</form></main></html>`

server.on('request', async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, origin)
  const body = await text(request)
  if (pathname === '/-/sp') ours = body
  if (pathname === '/-/users') users = JSON.parse(body)
  if (pathname === '/-/faults') faults = JSON.parse(body)
  if (pathname.startsWith('/-/')) return response.end('{}')
  response.setHeader('content-type', 'text/html; charset=utf-8')
  if (pathname === '/sso') {
    const fields = { SAMLRequest: searchParams.get('SAMLRequest') ?? '' }
    const form = '<label>Usuário do provedor <input name="login" autofocus></label><button>Entrar no provedor</button>'
    return response.end(page('/answer', fields, form))
  }
  const { login = '', SAMLRequest = '' } = Object.fromEntries(new URLSearchParams(body))
  const answer = await answerFor(login, { SAMLRequest })
  const action = ServiceProvider({ metadata: ours }).entityMeta.getAssertionConsumerService('post')
  const fields = { SAMLResponse: Buffer.from(answer).toString('base64') }
  return response.end(page(action, fields, '<button>Continuar</button><script>document.forms[0].submit()</script>'))
})
process.stdout.write(`${JSON.stringify({ origin, metadata })}\n`)
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
