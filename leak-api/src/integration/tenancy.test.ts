import { hash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { onPostgres } from '../../testing/each-database.ts'
import {
  createOrganisations,
  marksOf,
  OURS,
  PUSH_BROWSER,
  SHARED,
  THEIRS,
  type Member,
  type Organisations,
} from '../../testing/two-organisations.ts'
import { withoutIds } from '../../testing/without-ids.ts'
import { PASSWORD } from '../../testing/test-api.ts'
import { createAccountsRepository } from '../base/people/accounts-repository.ts'
import { createReportsRepository } from '../watchlist/reports/reports-repository.ts'

const READS = ['/emails', '/clientes/me/analises', '/dashboard/resumo', '/clientes/me/origens']
const viewOf = ({ api }: Organisations, token: string) =>
  Promise.all(READS.map(async (path) => (await api.get(path, token)).json()))

const KEY_READS = [
  '/subscribeddomains',
  '/breacheddomain/acme.com',
  `/breachedaccount/${SHARED}`,
  '/dataclasses',
  '/breaches',
  '/v1/addresses',
  `/v1/addresses/${SHARED}`,
  '/v1/cases',
  '/v1/domains',
]
const keyViewOf = ({ ask }: Organisations, key: string) =>
  Promise.all(KEY_READS.map(async (path) => (await ask(path, key)).json()))

type Call = {
  readonly url?: string
  readonly payload?: object | string
  readonly type?: string
  readonly echo?: string
  readonly in?: string
}

type Ids = {
  readonly reportIds: readonly string[]
  readonly emailIds: readonly string[]
  readonly removedId: string
  readonly accountId: string
  readonly organisationId: string
  readonly lote: string
  readonly incidente: string
}

const callsOf = (
  theirs: Member,
  { reportIds, emailIds, removedId, accountId, organisationId, lote, incidente }: Ids,
): Record<string, readonly Call[]> => {
  const form = 'application/x-www-form-urlencoded'
  const their = `?organisation_id=1&organisationId=1&email=${THEIRS.address}&account=${THEIRS.account}`
  const query = { url: their }
  const caseIds = emailIds.map((id) => `${id}.${hash('sha256', 'forum').slice(0, 32)}`)
  const wrongGrant = `grant_type=client_credentials&client_id=${theirs.client.id}&client_secret=wrong`
  return {
    'GET /healthz': [query],
    'GET /livez': [query],
    'GET /readyz': [query],
    // First: later calls of ours name their addresses, and are written down.
    'GET /api/organizacao/auditoria': [query, { url: `?ator=${accountId}` }],
    'GET /api/organizacao/auditoria/arquivo': [{ url: `?formato=ndjson&ator=${accountId}` }, { url: '?formato=csv' }],
    'GET /api/v1/audit': [query, { url: '?format=ecs&limit=1000&organisation_id=2' }],
    'POST /api/login': [{ payload: `username=${THEIRS.account}&password=errada`, type: form }],
    'POST /api/auth/signup': [{ payload: { email: THEIRS.account, password: PASSWORD } }],
    'POST /api/auth/recuperar': [{ payload: { email: THEIRS.account } }],
    'POST /api/auth/redefinir': [{ payload: { token: 'a'.repeat(43), senha: 'uma senha nova bem longa' } }],
    'POST /api/auth/confirmar': [{ payload: { token: 'a'.repeat(43) } }],
    'POST /api/login/segundo-fator': [{ payload: { desafio: 'a'.repeat(43), codigo: '000000' } }],
    'POST /api/login/chave/desafio': [{ payload: {} }],
    'POST /api/login/chave': [{ payload: { desafio: 'a'.repeat(43), chave: {} } }],
    'GET /api/conta/segundo-fator': [query],
    'POST /api/conta/segundo-fator/aplicativo': [{ ...query, payload: { senha: 'errada' } }],
    'POST /api/conta/segundo-fator/aplicativo/confirmar': [{ ...query, payload: { codigo: '000000' } }],
    'POST /api/conta/segundo-fator/aplicativo/remover': [{ ...query, payload: { senha: PASSWORD } }],
    'POST /api/conta/segundo-fator/chaves': [{ ...query, payload: { senha: 'errada' } }],
    'POST /api/conta/segundo-fator/chaves/confirmar': [{ payload: { desafio: 'a'.repeat(43), nome: 'x', chave: {} } }],
    'POST /api/conta/segundo-fator/chaves/{id}/renomear': [{ in: theirs.passkey, payload: { nome: 'x' } }],
    'POST /api/conta/segundo-fator/chaves/{id}/remover': [{ in: theirs.passkey, payload: { senha: PASSWORD } }],
    'POST /api/conta/segundo-fator/codigos': [{ ...query, payload: { senha: PASSWORD } }],
    'POST /api/organizacao/segundo-fator': [{ ...query, payload: { exigida: true, senha: 'errada' } }],
    'POST /api/auth/convite': [{ payload: { token: 'a'.repeat(43) } }],
    'GET /api/organizacao': [query],
    'GET /api/organizacoes': [query],
    'GET /api/primeiros-passos': [query],
    'POST /api/primeiros-passos/encerrar': [{ payload: { organizacao: organisationId, conta: accountId } }],
    'POST /api/conta/nome': [{ payload: { nome: 'Nossa gente' } }],
    'POST /api/organizacoes/{id}/entrar': [{ ...query, in: organisationId, payload: {} }],
    'POST /api/organizacao/nome': [{ ...query, payload: { nome: 'Nossa', id: organisationId } }],
    'POST /api/organizacao/membros/{id}/papel': [{ ...query, in: accountId, payload: { papel: 'reader' } }],
    'POST /api/organizacao/membros/{id}/remover': [{ ...query, in: accountId, payload: {} }],
    'POST /api/organizacao/propriedade': [{ ...query, payload: { membro: accountId } }],
    'POST /api/organizacao/convites': [{ ...query, payload: { email: THEIRS.account, papel: 'reader' } }],
    'POST /api/organizacao/convites/{id}/reenviar': [{ ...query, in: accountId, payload: {} }],
    'POST /api/organizacao/convites/{id}/revogar': [{ ...query, in: accountId, payload: {} }],
    'POST /api/convites/aceitar': [{ ...query, payload: { token: 'a'.repeat(43) } }],
    'POST /api/organizacao/sair': [{ ...query, payload: {} }],
    'POST /api/conta/endereco': [{ ...query, payload: { novo: THEIRS.account, senha: 'errada' } }],
    'GET /api/conta': [query],
    'GET /api/conta/dados': [query],
    'POST /api/conta/prova': [{ ...query, payload: { senha: 'errada' } }],
    'POST /api/conta/prova/desafio': [{ ...query, payload: {} }],
    'POST /api/conta/exclusao': [{ ...query, payload: { senha: 'errada' } }],
    'POST /api/conta/exclusao/cancelar': [{ ...query, payload: {} }],
    'POST /api/organizacao/exclusao': [{ ...query, payload: { senha: 'errada' } }],
    'POST /api/organizacao/exclusao/cancelar': [{ ...query, payload: {} }],
    'GET /api/conta/sessoes': [query],
    'GET /api/organizacao/avisos': [query],
    'GET /api/organizacao/retencao': [query],
    'POST /api/organizacao/retencao': [
      { ...query, payload: { relatorios: 30, acoes_de_portais: 7, nomes_na_auditoria: 365, id: organisationId } },
    ],
    'GET /api/organizacao/chaves': [query],
    'POST /api/organizacao/chaves': [{ ...query, payload: { nome: 'x', permissoes: ['hibp:read'] } }],
    'POST /api/organizacao/chaves/{id}/revogar': [{ ...query, in: theirs.keyId, payload: {} }],
    'GET /api/organizacao/suporte': [query],
    'POST /api/organizacao/suporte/{id}/decidir': [{ ...query, in: accountId, payload: { aceita: true } }],
    'POST /api/organizacao/suporte/{id}/encerrar': [{ ...query, in: accountId, payload: {} }],
    'GET /api/operador/organizacoes': [query],
    'GET /api/operador/organizacoes/{id}': [{ ...query, in: organisationId }],
    'POST /api/operador/organizacoes/{id}/limites': [{ in: organisationId, payload: { enderecos: 0 } }],
    'POST /api/operador/organizacoes/{id}/suspender': [{ in: organisationId, payload: { motivo: 'teste' } }],
    'POST /api/operador/organizacoes/{id}/retomar': [{ in: organisationId, payload: {} }],
    'POST /api/operador/organizacoes/{id}/suporte': [{ in: organisationId, payload: { motivo: 'teste', horas: 1 } }],
    'GET /api/operador/pessoas': [{ url: '?busca=rival' }],
    'POST /api/operador/pessoas/sessoes/encerrar': [{ payload: { email: THEIRS.account } }],
    'POST /api/operador/pessoas/fatores/remover': [{ payload: { email: THEIRS.account } }],
    'GET /api/operador/suporte': [query],
    'POST /api/operador/suporte/{id}/encerrar': [{ in: accountId, payload: {} }],
    'POST /api/conta/sessoes/{id}/encerrar': [{ in: String(decodeJwt(theirs.token).sid) }],
    'POST /api/conta/confirmacao': [{ ...query, payload: {} }],
    'POST /api/conta/senha': [{ ...query, payload: { atual: 'errada', nova: 'uma senha nova bem longa' } }],
    'GET /api/conta/identidades': [query],
    'POST /api/conta/identidades/desligar': [{ payload: { id: '00000000-0000-4000-8000-000000000000' } }],
    'GET /api/identidade/{provedor}/entrar': [{ in: 'oidc' }],
    'GET /api/identidade/{provedor}/retorno': [{ in: 'oidc', url: '?state=x&code=x' }],
    'GET /api/identidade/{provedor}/metadados': [{ in: 'oidc' }],
    'POST /api/identidade/{provedor}/retorno': [{ in: 'oidc', payload: { SAMLResponse: 'x' } }],
    'POST /api/identidade/concluir': [{ payload: {} }],
    'POST /api/identidade/ligar': [{ payload: { senha: PASSWORD } }],
    'POST /api/identidade/empresa': [{ payload: { email: THEIRS.account } }],
    'GET /api/relatorios/{id}': reportIds.map((id) => ({ url: `${id}?expira=9999999999&assinatura=x` })),
    'GET /api/alertas/parar': [{ url: '?conta=00000000-0000-4000-8000-000000000000&assinatura=x' }],
    'POST /api/alertas/parar': [{ url: '?conta=x&assinatura=x' }],
    'GET /api/avisos': [query, { url: `?email=${THEIRS.address}` }, { url: `?incidente=${incidente}` }],
    'POST /api/avisos': emailIds.map(() => ({
      payload: {
        casos: [{ email: THEIRS.address, fonte: 'forum' }],
        idioma: 'pt',
        acima: '',
        abaixo: '',
        repetir: true,
        incidente,
      },
      echo: THEIRS.address,
    })),
    'POST /api/avisos/previa': [
      { payload: { casos: [{ email: THEIRS.address, fonte: 'forum' }], idioma: 'pt' }, echo: THEIRS.address },
    ],
    'GET /api/avisos/lembretes': [query],
    'PUT /api/avisos/lembretes': [{ payload: { dias: 3, organizacao: organisationId } }],
    'POST /api/avisos/lembretes': [{ payload: { dias: 3, organizacao: organisationId } }],
    'GET /api/avisos/pagina': [{ url: `?codigo=${'a'.repeat(43)}` }],
    'POST /api/avisos/pagina': [{ url: `?codigo=${'a'.repeat(43)}` }],
    'POST /api/avisos/pessoa/abrir': [{ payload: { codigo: 'a'.repeat(43) } }],
    'POST /api/avisos/pessoa/avaliar': [{ payload: { codigo: 'a'.repeat(43), cego: 'A'.repeat(43) } }],
    'POST /api/avisos/pessoa/parar': [{ payload: { codigo: 'a'.repeat(43), parado: true } }],
    'POST /api/avisos/pessoa/passos': [{ payload: { codigo: 'a'.repeat(43), feitos: [] } }],
    'POST /api/avisos/pessoa/pergunta': [{ payload: { codigo: 'a'.repeat(43), texto: 'x' } }],
    'POST /api/avisos/pessoa/resposta': [{ payload: { codigo: 'a'.repeat(43), resposta: 'declarada' } }],
    'POST /api/oauth/token': [{ payload: wrongGrant, type: form }],
    'GET /api/emails': [query],
    'GET /api/emails/{id}': emailIds.map((id) => ({ ...query, in: id })),
    'GET /api/enderecos': [query, { url: '?busca=rival' }],
    'POST /api/enderecos/conferir': [{ payload: { enderecos: ['x'] } }],
    'POST /api/enderecos': [{ payload: { enderecos: ['x'] } }],
    'POST /api/enderecos/remover': [{ payload: { ids: emailIds } }],
    'POST /api/enderecos/desfazer': [{ payload: { ids: [...emailIds, removedId] } }],
    'GET /api/enderecos/removidos': [query, { url: '?pagina=1' }],
    'POST /api/enderecos/atribuir': [
      { payload: { ids: emailIds, responsavel: null } },
      { payload: { ids: emailIds, responsavel: accountId } },
    ],
    'POST /api/enderecos/etiquetar': [{ payload: { ids: emailIds, etiqueta: 'x', tem: true } }],
    'POST /api/emails/{id}/passos': emailIds.map((id) => ({ in: id, payload: { passo: 'trocar-senha', feito: true } })),
    'GET /api/casos': [query, { url: '?busca=rival&responsavel=eu' }, { url: `?responsavel=${accountId}` }],
    'GET /api/casos/fontes': [query, { url: '?estado=todos&busca=rival' }],
    'POST /api/casos/mudar': emailIds.flatMap((endereco) => [
      { payload: { casos: [{ endereco, fonte: 'forum' }], mudanca: { estado: 'aceito', nota: 'x' } }, echo: endereco },
      { payload: { casos: [{ endereco, fonte: 'forum' }], mudanca: { responsavel: accountId } }, echo: endereco },
    ]),
    'POST /api/casos/desfazer': [{ payload: { lote } }],
    'GET /api/emails/{id}/linhas': emailIds.flatMap((id) => [
      { in: id, url: '?numero=senhas' },
      { in: id, url: '?numero=sites&fonte=forum' },
    ]),
    'GET /api/emails/{id}/casos': emailIds.map((id) => ({ ...query, in: id })),
    'GET /api/emails/{id}/caso': emailIds.map((id) => ({ in: id, url: '?fonte=forum' })),
    'POST /api/emails/{id}/caso': emailIds.map((id) => ({
      in: id,
      payload: { fonte: 'forum', versao: 1, estado: 'aceito' },
    })),
    'POST /api/emails/{id}/caso/passos': emailIds.map((id) => ({
      in: id,
      payload: { fonte: 'forum', passo: 'avisar-pessoa', feito: true },
    })),
    'GET /api/incidentes': [query, { url: '?pagina=1' }],
    'POST /api/incidentes': emailIds.map((endereco) => ({
      payload: {
        nome: 'x',
        conhecido_em: '2026-11-20T12:00:00Z',
        pequeno_porte: true,
        casos: [{ endereco, fonte: 'forum' }],
      },
    })),
    'GET /api/incidentes/{id}': [{ ...query, in: incidente }],
    'POST /api/incidentes/{id}': [{ in: incidente, payload: { versao: 1, nome: 'x' } }],
    'POST /api/incidentes/{id}/casos': [
      { in: incidente, payload: { versao: 1, incluir: [], retirar: [{ endereco: emailIds[0], fonte: 'forum' }] } },
    ],
    'POST /api/incidentes/{id}/excluir': [{ in: incidente, payload: { versao: 1 } }],
    'GET /api/incidentes/{id}/dossie': [
      { in: incidente, url: '?formato=json' },
      { in: incidente, url: '?formato=pdf' },
    ],
    // It stays open: events.test.ts has its tests.
    'GET /api/eventos': [],
    'GET /api/clientes/me/analises': [query],
    'GET /api/dashboard/resumo': [query],
    'GET /api/dashboard/fontes': [query],
    'GET /api/dashboard/hoje': [query],
    'GET /api/busca': [{ url: '?q=rival' }, { url: `?q=${THEIRS.address}` }, { url: '?q=1&organisationId=2' }],
    'GET /api/alertas': [query],
    'PUT /api/alertas': [{ payload: { frequencia: 'imediata', gravidade_minima: 'baixa' } }],
    'POST /api/alertas': [{ payload: { frequencia: 'imediata', gravidade_minima: 'baixa' } }],
    'GET /api/alertas/push': [query],
    'POST /api/alertas/push': [{ payload: { frequencia: 'diaria', gravidade_minima: 'alta' } }],
    'POST /api/alertas/push/navegadores': [{ payload: PUSH_BROWSER }],
    'POST /api/alertas/push/navegadores/{id}/remover': [{ in: theirs.browser }],
    'POST /api/alertas/push/navegadores/{id}/teste': [{ in: theirs.browser }],
    'GET /api/webhooks': [query],
    'POST /api/webhooks': [
      { payload: { nome: 'x', endereco: 'https://acme.com/x', modelo: 'atalaia', gravidade_minima: 'baixa' } },
    ],
    'POST /api/webhooks/{id}/mudar': [
      { in: theirs.webhook, payload: { nome: 'x', gravidade_minima: 'baixa', ativo: false } },
    ],
    'POST /api/webhooks/{id}/segredo': [{ in: theirs.webhook }],
    'POST /api/webhooks/{id}/teste': [{ in: theirs.webhook }],
    'POST /api/webhooks/{id}/remover': [{ in: theirs.webhook }],
    'GET /api/webhooks/{id}/entregas': [{ ...query, in: theirs.webhook }],
    'POST /api/webhooks/entregas/{id}/reenviar': [{ in: theirs.webhook }],
    'GET /api/relatorios': [query, { url: '?busca=rival' }],
    'POST /api/relatorios': [THEIRS.address, emailIds[0]].map((endereco) => ({ payload: { endereco, meses: '1' } })),
    'POST /api/documentos/conferir': [{ ...query, payload: { resumo: 'a'.repeat(64) } }],
    'GET /api/clientes/me/origens': [query],
    'POST /api/clientes/me/origens': [{ payload: { origem: THEIRS.origin }, echo: THEIRS.origin }],
    'DELETE /api/clientes/me/origens': [{ url: `?origem=${THEIRS.origin}` }, { url: `?origem=${OURS.origin}` }],
    'GET /api/dominios': [query],
    'POST /api/dominios': [{ payload: { dominio: 'rival.com' } }],
    'POST /api/dominios/codigo': [{ payload: { dominio: 'rival.com', caixa: 'hostmaster' }, echo: 'rival.com' }],
    'POST /api/dominios/confirmacao': [{ payload: { dominio: 'rival.com', caixa: 'hostmaster', codigo: 'x' } }],
    'POST /api/emails/codigo': [{ payload: { email: THEIRS.address } }],
    'POST /api/emails/confirmacao': [{ payload: { email: THEIRS.address, codigo: 'x' } }],
    'POST /api/dominios/verificacao': [{ payload: { dominio: 'rival.com' } }],
    'DELETE /api/dominios': [{ url: '?dominio=rival.com' }],
    'POST /api/dominios/remover': [{ payload: { dominio: 'rival.com' }, echo: 'rival.com' }],
    'GET /api/hibp/v3/breachedaccount/{account}': [
      { ...query, in: THEIRS.address },
      { ...query, in: SHARED },
    ],
    'GET /api/hibp/v3/pasteaccount/{account}': [{ ...query, in: THEIRS.address }],
    'GET /api/hibp/v3/breacheddomain/{domain}': [
      { ...query, in: 'rival.com' },
      { ...query, in: 'fornecedor.com' },
    ],
    'GET /api/hibp/v3/stealerlogsbyemail/{email}': [{ ...query, in: THEIRS.address }],
    'GET /api/hibp/v3/stealerlogsbyemaildomain/{domain}': [{ ...query, in: 'rival.com' }],
    'GET /api/hibp/v3/stealerlogsbywebsitedomain/{domain}': [{ ...query, in: 'rival.com' }, { in: 'shop.com' }],
    'GET /api/v1/findings': [
      query,
      { url: '?cursor=0&limit=1000&format=ecs&organisation_id=2' },
      { url: '?format=cef' },
      { url: '?format=stix' },
      { url: '?format=misp' },
    ],
    'GET /api/v1/addresses': [query, { url: `?cursor=${emailIds[0]}` }, { url: '?domain=rival.com' }],
    'GET /api/v1/addresses/{id}': [...emailIds, THEIRS.address].map((id) => ({ ...query, in: id })),
    'GET /api/v1/cases': [query, { url: `?cursor=${caseIds[0]}&state=closed` }],
    'GET /api/v1/cases/{id}': caseIds.map((id) => ({ ...query, in: id })),
    'PATCH /api/v1/cases/{id}': caseIds.map((id) => ({
      in: id,
      payload: { version: 1, state: 'accepted', note: 'x' },
    })),
    'GET /api/v1/domains': [query],
    'GET /api/scim/v2/Users': [{ url: `?filter=userName+eq+"${THEIRS.account}"` }],
    'POST /api/scim/v2/Users': [{ payload: { userName: THEIRS.account }, echo: THEIRS.account }],
    'GET /api/scim/v2/Users/{id}': [{ in: accountId }],
    'PUT /api/scim/v2/Users/{id}': [{ in: accountId, payload: { active: false } }],
    'PATCH /api/scim/v2/Users/{id}': [{ in: accountId, payload: { Operations: [{ op: 'remove', path: 'active' }] } }],
    'DELETE /api/scim/v2/Users/{id}': [{ in: accountId }],
    'GET /api/scim/v2/ServiceProviderConfig': [query],
    'GET /api/scim/v2/ResourceTypes': [query],
    'GET /api/scim/v2/ResourceTypes/{id}': [{ in: 'User' }],
    'GET /api/scim/v2/Schemas': [query],
    'GET /api/scim/v2/Schemas/{id}': [{ in: 'User' }],
    'POST /api/hibp/v3/domainverification/generatednstoken': [{ payload: { DomainName: 'rival.com' } }],
    'GET /api/hibp/v3/breachedaccount/range/{prefix}': [{ ...query, in: hash('sha1', THEIRS.address).slice(0, 6) }],
    'POST /api/hibp/v3/domainverification/sendemail': [
      { payload: { DomainName: 'rival.com', EmailAlias: 'hostmaster' } },
    ],
    'POST /api/hibp/v3/domainverification/verifydnstoken': [{ payload: { DomainName: 'rival.com' } }],
    'GET /api/hibp/v3/subscribeddomains': [query],
    'GET /api/hibp/v3/subscription/status': [query],
    'GET /api/hibp/v3/breaches': [query, { url: '?domain=rival.com' }],
    'GET /api/hibp/v3/breach/{name}': [{ ...query, in: 'inventada' }],
    'GET /api/hibp/v3/latestbreach': [query],
    'GET /api/hibp/v3/dataclasses': [query],
    'OPTIONS /api/avisos/pessoa/abrir': [query],
    'OPTIONS /api/avisos/pessoa/avaliar': [query],
    'OPTIONS /api/avisos/pessoa/parar': [query],
    'OPTIONS /api/avisos/pessoa/passos': [query],
    'OPTIONS /api/avisos/pessoa/pergunta': [query],
    'OPTIONS /api/avisos/pessoa/resposta': [query],
    'OPTIONS /api/emails': [query],
    'OPTIONS /api/clientes/me/analises': [query],
    'OPTIONS /api/dashboard/resumo': [query],
    'OPTIONS /api/casos': [query],
    'OPTIONS /api/casos/fontes': [query],
    'OPTIONS /api/emails/{id}': [{ in: '9' }],
    'OPTIONS /api/emails/{id}/caso': [{ in: '9' }],
    'OPTIONS /api/emails/{id}/caso/passos': [{ in: '9' }],
    'OPTIONS /api/emails/{id}/casos': [{ in: '9' }],
    'OPTIONS /api/emails/{id}/linhas': [{ in: '9' }],
    'OPTIONS /api/emails/{id}/passos': [{ in: '9' }],
    'OPTIONS /api/webhooks': [query],
    'OPTIONS /api/webhooks/entregas/{id}/reenviar': [{ in: '9' }],
    'OPTIONS /api/webhooks/{id}/entregas': [{ in: '9' }],
    'OPTIONS /api/webhooks/{id}/mudar': [{ in: '9' }],
    'OPTIONS /api/webhooks/{id}/remover': [{ in: '9' }],
    'OPTIONS /api/webhooks/{id}/segredo': [{ in: '9' }],
    'OPTIONS /api/webhooks/{id}/teste': [{ in: '9' }],
    // Last, because their address may be monitored by ours, too: the answer has what was sent and nothing else.
    'POST /api/emails': [{ ...query, payload: { email: THEIRS.address, organisationId: '2' }, echo: THEIRS.address }],
    'POST /api/sessao/renovar': [query],
    // End our session.
    'POST /api/conta/sessoes/encerrar': [{ ...query, payload: {} }],
    'DELETE /api/sessao': [query],
  }
}

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

onPostgres((database) => {
  // Rule: M-PRIVACY-3
  // Threat: T-ACCOUNT-6
  test('an organisation sees the same, whatever another one has', async () => {
    const organisations = await createOrganisations(database())
    const ours = await organisations.setUp(OURS)
    const before = await viewOf(organisations, ours.token)
    expect(before).toMatchObject([
      [{ numero_vazamentos: 1 }, { numero_vazamentos: 1 }],
      [{ total_vazamentos: 1 }, { total_vazamentos: 2 }],
      { total_vazamentos: { numero_vazamentos: 2, numero_senhas_vazadas: 2 }, cobertura: { fontes: 1 } },
      [{ origem: OURS.origin }],
    ])
    const keyBefore = await keyViewOf(organisations, ours.key)
    expect(keyBefore.slice(0, 3)).toMatchObject([
      [
        { DomainName: 'acme.com', PwnCount: 1 },
        { DomainName: 'fornecedor.com', PwnCount: 1 },
      ],
      { caixa: ['forum'] },
      [{ Name: 'forum' }],
    ])
    const theirs = await organisations.setUp(THEIRS)
    expect(await viewOf(organisations, ours.token)).toEqual(before)
    expect(await keyViewOf(organisations, ours.key)).toEqual(keyBefore)
    expect((await keyViewOf(organisations, theirs.key))[2]).toEqual([{ Name: 'forum' }, { Name: 'inventada' }])
    for (const [index, path] of READS.slice(0, 3).entries())
      expect((await organisations.api.get(path, ours.portalToken)).json()).toEqual(
        // A portal without the scope of addresses has no page of one to open.
        path === '/dashboard/resumo' ? withoutIds(before[index]) : before[index],
      )
    expect((await viewOf(organisations, theirs.token))[2]).toMatchObject({
      total_vazamentos: { numero_vazamentos: 4 },
      cobertura: { fontes: 2 },
    })
    // The limit counts ours alone.
    expect((await organisations.api.add('terceiro@acme.com', ours.token)).statusCode).toBe(201)
    expect((await organisations.api.add('quarto@acme.com', ours.token)).statusCode).toBe(422)
  })

  // Rule: M-PRIVACY-3, M-NUM-14
  // Threat: T-ACCOUNT-6
  test('an import reports to each organisation once, and from its own sources alone', async () => {
    const { api, setUp } = await createOrganisations(database())
    for (const one of [OURS, THEIRS]) await setUp(one)
    await api.importText('outra', `${SHARED}:tres`)
    await api.importInvented('mais', `${SHARED}:quatro`)
    const reports = createReportsRepository(database())
    const reported = async ({ account }: typeof OURS) => {
      const owner = await createAccountsRepository(database()).findByEmail(account)
      const listed = await reports.latest({ organisationId: owner?.organisationId ?? '', rows: 'all' }, 100)
      const newest = await reports.findSigned(listed[0]?.id ?? '')
      return [listed.length, newest?.snapshot.sources.map(({ source, passwords }) => `${source} ${passwords}`)]
    }
    // Two when the addresses were added, and one for each import of a source that counts.
    expect(await reported(OURS)).toEqual([3, ['forum 1', 'outra 1']])
    expect(await reported(THEIRS)).toEqual([4, ['forum 1', 'inventada 1', 'mais 1', 'outra 1']])
  })

  // Rule: M-PRIVACY-3
  // Threat: T-ACCOUNT-6
  test('no route of the API tells or changes anything of another organisation', async () => {
    const organisations = await createOrganisations(database())
    const { api } = organisations
    const [ours, theirs] = [await organisations.setUp(OURS), await organisations.setUp(THEIRS)]
    const { marks, ...ids } = await marksOf(organisations, database(), theirs)
    await api.importText('sites', `https://shop.com:${THEIRS.address}:um`)
    const theirView = await viewOf(organisations, theirs.token)
    const theirDomains = (await api.get('/dominios', theirs.token)).json()
    const theirFactors = (await api.get('/conta/segundo-fator', theirs.token)).json()
    const theirList = (await api.get('/enderecos', theirs.token)).json()
    const theirRemovals = (await api.get('/enderecos/removidos', theirs.token)).json()
    const theirCases = (await api.get('/casos?estado=todos&ordem=vazamentos', theirs.token)).json()
    const theirIncidents = (await api.get('/incidentes', theirs.token)).json()
    const theirHooks = (await api.get('/webhooks', theirs.token)).json()
    const theirPushes = (await api.get('/alertas/push', theirs.token)).json()
    const theirKeys = (await api.get('/organizacao/chaves', theirs.token)).json()
    const calls = callsOf(theirs, ids)

    const documented = Object.entries(api.app.swagger().paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
    )
    // A new route needs calls of its own here.
    expect(Object.keys(calls).toSorted()).toEqual(documented.toSorted())

    for (const [route, each] of Object.entries(calls)) {
      const [method = '', path = ''] = route.split(' ')
      for (const { url = '', payload, type, echo, in: inPath = '' } of each)
        for (const [token, origin] of [
          [ours.token, undefined],
          [ours.token, OURS.origin],
          [ours.token, THEIRS.origin],
          [ours.portalToken, OURS.origin],
          [ours.portalToken, THEIRS.origin],
          [undefined, THEIRS.origin],
        ]) {
          const answer = await api.app.inject({
            // Fastify names the methods; the document has them in lower case.
            method: METHODS.find((name) => name === method) ?? 'GET',
            url: `${path.replace(/\{\w+\}/, inPath)}${url}`,
            headers: {
              ...(token !== undefined && { 'hibp-api-key': ours.key }),
              ...(token !== undefined && { authorization: `Bearer ${token}` }),
              ...(origin !== undefined && { origin, 'access-control-request-method': 'GET' }),
              ...(type !== undefined && { 'content-type': type }),
            },
            ...(payload !== undefined && { payload }),
          })
          const told = marks.filter((mark) => mark !== echo && answer.body.includes(mark))
          expect([route, token === undefined ? '' : 'token', told]).toEqual([
            route,
            token === undefined ? '' : 'token',
            [],
          ])
        }
    }
    expect(await viewOf(organisations, theirs.token)).toEqual(theirView)
    expect((await api.get('/dominios', theirs.token)).json()).toEqual(theirDomains)
    expect((await api.get('/enderecos', theirs.token)).json()).toEqual(theirList)
    expect(theirRemovals).toMatchObject({ encontradas: 1, remocoes: [{ enderecos: [{ id: ids.removedId }] }] })
    expect((await api.get('/enderecos/removidos', theirs.token)).json()).toEqual(theirRemovals)
    expect(theirCases.linhas.slice(0, 2)).toMatchObject([
      { estado: 'tratado', nota: 'deles' },
      { estado: 'tratado', nota: 'deles' },
    ])
    expect((await api.get('/casos?estado=todos&ordem=vazamentos', theirs.token)).json()).toEqual(theirCases)
    expect(theirIncidents).toMatchObject({ encontrados: 1, linhas: [{ nome: 'Incidente deles', numero_casos: 2 }] })
    expect((await api.get('/incidentes', theirs.token)).json()).toEqual(theirIncidents)
    expect(theirHooks).toMatchObject({ webhooks: [{ id: theirs.webhook }] })
    expect((await api.get('/webhooks', theirs.token)).json()).toEqual(theirHooks)
    expect(theirKeys).toMatchObject({ chaves: [{ id: theirs.keyId }], revogadas: [] })
    expect((await api.get('/organizacao/chaves', theirs.token)).json()).toEqual(theirKeys)
    expect(theirPushes).toMatchObject({ navegadores: [{ id: theirs.browser }] })
    expect((await api.get('/alertas/push', theirs.token)).json()).toEqual(theirPushes)
    expect(theirFactors).toMatchObject({ chaves: [{ id: theirs.passkey }] })
    expect((await api.get('/conta/segundo-fator', theirs.token)).json()).toEqual(theirFactors)
  })

  // Rule: M-PRIVACY-3
  // Threat: T-ACCOUNT-6
  test('pages of an origin that another organisation allows read nothing with our tokens', async () => {
    const organisations = await createOrganisations(database())
    const [ours] = [await organisations.setUp(OURS), await organisations.setUp(THEIRS)]
    const ask = (token: string, origin: string) =>
      organisations.api.app.inject({ url: '/api/emails', headers: { authorization: `Bearer ${token}`, origin } })
    for (const token of [ours.token, ours.portalToken]) {
      expect((await ask(token, OURS.origin)).statusCode).toBe(200)
      const refused = await ask(token, THEIRS.origin)
      expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([403, undefined])
    }
  })
})
