import {
  array,
  enum as oneOf,
  int,
  nullable,
  object,
  optional,
  record,
  regex,
  string,
  type infer as Infer,
} from 'zod/mini'
import { daySchema } from './listing.ts'

/** Acts of the audit log (P-AUDIT-1), with their labels. The log has no other acts. */
export const AUDIT_ACTIONS = {
  'account.created': 'Conta criada',
  'account.restarted': 'Conta começada de novo, vazia',
  'account.address-changed': 'Email da conta trocado',
  'account.leaving': 'Exclusão da conta pedida',
  'account.kept': 'Exclusão da conta cancelada',
  'account.deleted': 'Conta excluída',
  'session.began': 'Entrada na conta',
  'session.refused': 'Entrada recusada',
  'session.left': 'Saída da conta',
  'session.ended': 'Sessão encerrada',
  'session.reused': 'Sessão copiada encerrada',
  'sessions.ended': 'Outras sessões encerradas',
  'organisation.entered': 'Organização aberta',
  'password.changed': 'Senha trocada',
  'password.reset': 'Senha redefinida por e-mail',
  'factor.app-added': 'Aplicativo de códigos ligado',
  'factor.app-removed': 'Aplicativo de códigos desligado',
  'factor.passkey-added': 'Chave de acesso ligada',
  'factor.passkey-renamed': 'Chave de acesso renomeada',
  'factor.passkey-removed': 'Chave de acesso removida',
  'factor.codes-renewed': 'Códigos de recuperação refeitos',
  'factor.code-used': 'Código de recuperação usado',
  'factor.policy-changed': 'Exigência de duas etapas alterada',
  'identity.linked': 'Conta de provedor ligada',
  'identity.unlinked': 'Conta de provedor desligada',
  'company.configured': 'Entrada da empresa configurada',
  'company.switched': 'Entrada da empresa alterada',
  'company.removed': 'Entrada da empresa removida',
  'company.excepted': 'Exceção da entrada da empresa alterada',
  'member.invited': 'Pessoa convidada',
  'member.invitation-revoked': 'Convite revogado',
  'member.joined': 'Pessoa entrou na organização',
  'member.role-changed': 'Papel alterado',
  'member.removed': 'Pessoa removida',
  'member.left': 'Pessoa deixou a organização',
  'ownership.moved': 'Propriedade passada',
  'organisation.named': 'Organização renomeada',
  'organisation.leaving': 'Exclusão da organização pedida',
  'organisation.kept': 'Exclusão da organização cancelada',
  'organisation.deleted': 'Organização excluída',
  'key.made': 'Chave de API criada',
  'key.revoked': 'Chave de API revogada',
  'client.made': 'Cliente de portal criado',
  'client.revoked': 'Cliente de portal revogado',
  'origin.added': 'Origem permitida',
  'origin.removed': 'Origem retirada',
  'domain.named': 'Domínio incluído',
  'domain.proved': 'Domínio verificado',
  'domain.lost': 'Verificação do domínio perdida',
  'domain.removed': 'Domínio removido',
  'addresses.added': 'Endereços incluídos',
  'addresses.removed': 'Endereços removidos',
  'addresses.restored': 'Remoção de endereços desfeita',
  'addresses.labelled': 'Etiqueta de endereços alterada',
  'addresses.assigned': 'Responsável por endereços alterado',
  'cases.changed': 'Casos alterados',
  'cases.undone': 'Mudança de casos desfeita',
  'cases.reopened': 'Casos reabertos por uma importação',
  'steps.marked': 'Passo da lista marcado',
  'notice.sent': 'Pessoas avisadas de vazamentos',
  'notice.reminded': 'Pessoa lembrada de um aviso',
  'notice.bounced': 'Aviso devolvido',
  'notice.opened': 'Aviso aberto pela pessoa',
  'notice.answered': 'Aviso respondido pela pessoa',
  'notice.asked': 'Pergunta da pessoa sobre um aviso',
  'notice.stopped': 'Pessoa parou os avisos',
  'notice.resumed': 'Pessoa voltou a aceitar avisos',
  'notice.reminders-changed': 'Lembretes de avisos alterados',
  'incident.registered': 'Incidente registrado',
  'incident.changed': 'Incidente alterado',
  'incident.decided': 'Decisão sobre incidente anotada',
  'incident.closed': 'Incidente encerrado',
  'incident.reopened': 'Incidente reaberto',
  'incident.exported': 'Dossiê de incidente baixado',
  'incident.removed': 'Incidente excluído depois do prazo de guarda',
  'report.made': 'Relatório feito',
  'address.confirmed': 'Endereço confirmado por e-mail',
  'alerts.changed': 'Alertas alterados',
  'push.added': 'Avisos no navegador ligados',
  'push.removed': 'Avisos no navegador desligados',
  'push.gone': 'Avisos no navegador encerrados pelo serviço do navegador',
  'push.taken': 'Navegador passou aos avisos de outra conta',
  'webhook.added': 'Webhook incluído',
  'webhook.changed': 'Webhook alterado',
  'webhook.secret-replaced': 'Segredo de webhook trocado',
  'webhook.sent-again': 'Entrega de webhook reenviada',
  'webhook.removed': 'Webhook removido',
  'data.exported': 'Dados próprios baixados',
  'audit.exported': 'Auditoria exportada',
  'import.ended': 'Importação terminada',
  'import.undone': 'Importação desfeita',
  'organisation.limited': 'Limites da organização alterados',
  'organisation.suspended': 'Organização suspensa',
  'organisation.resumed': 'Suspensão terminada',
  'sessions.ended-by-operator': 'Sessões encerradas por quem opera a instalação',
  'factors.removed-by-operator': 'Segunda etapa removida por quem opera a instalação',
  'operator.added': 'Conta passou a operar a instalação',
  'operator.removed': 'Conta deixou de operar a instalação',
  'support.asked': 'Acesso de suporte pedido',
  'support.granted': 'Acesso de suporte concedido',
  'support.refused': 'Acesso de suporte negado',
  'support.ended': 'Acesso de suporte encerrado',
  'support.used': 'Acesso de suporte usado',
  'retention.changed': 'Prazos de guarda alterados',
  'retention.bounded': 'Limites dos prazos de guarda alterados',
  'installation-key.rotated': 'Chave da instalação trocada',
  'installation-key.retired': 'Chave da instalação aposentada',
} as const
export type AuditAction = keyof typeof AUDIT_ACTIONS

/** A person, a portal's client, an API key, the operator, the product, or an unproved sender. */
export const AUDIT_ACTOR_KINDS = ['account', 'portal', 'key', 'operator', 'system', 'unknown'] as const
export type AuditActorKind = (typeof AUDIT_ACTOR_KINDS)[number]

const isAction = (word: string): word is AuditAction => Object.hasOwn(AUDIT_ACTIONS, word)

/** The label of an act, or its code when unknown. */
export const auditLabel = (action: string): string => (isAction(action) ? AUDIT_ACTIONS[action] : action)

/** Facts before or after an act, as texts. */
const factsSchema = record(string(), string())

/** GET /organizacao/auditoria and its export. São Paulo days, inclusive. */
export const auditQueryShape = {
  /** Id of an account, client or key, or the kind of an actor. */
  ator: optional(string().check(regex(/^[\w-]{1,80}$/))),
  acao: optional(string().check(regex(/^[a-z.-]{1,60}$/))),
  de: optional(daySchema),
  ate: optional(daySchema),
}

/** One act. `nome` is absent when erased or unknown. `rede`: network of the session. */
export const auditRowSchema = object({
  numero: int(),
  em: string(),
  acao: string(),
  ator: object({
    tipo: oneOf(AUDIT_ACTOR_KINDS),
    id: optional(string()),
    nome: optional(string()),
    rede: optional(string()),
  }),
  alvo: optional(
    object({ tipo: string(), id: optional(string()), nome: optional(string()), nome_anterior: optional(string()) }),
  ),
  antes: optional(factsSchema),
  depois: optional(factsSchema),
  /** SHA-256 of this row and its predecessors. */
  resumo: string(),
})
export type AuditRow = Infer<typeof auditRowSchema>

export const auditPageSchema = object({ linhas: array(auditRowSchema), proxima: nullable(string()) })
export type AuditPage = Infer<typeof auditPageSchema>
