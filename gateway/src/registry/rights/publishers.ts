import type { Right } from '@atalaia/artifact'
import type { JWTPayload } from 'jose'

/** Services with known claims. `claims` means any other service. */
export const PUBLISHER_KINDS = ['github', 'gitlab', 'buildkite', 'claims'] as const
export type PublisherKind = (typeof PUBLISHER_KINDS)[number]

export type Claims = Readonly<Record<string, string>>

export type Publisher = {
  readonly id: string
  readonly remote: string
  readonly kind: PublisherKind
  readonly issuer: string
  readonly claims: Claims
  readonly may: readonly Right[]
  /** Repository ids of the first exchange. `null` before it, or without ids. */
  readonly pinned: Claims | null
}

/** M-TRUST-3 */
type Service = {
  readonly repository: (repository: string) => Claims
  readonly branch: (branch: string) => Claims
  /** Claims that stay with a repository when its name moves. */
  readonly ids: readonly string[]
  /** The claim about the trigger, and its values that strangers cannot cause (M-TRUST-3). */
  readonly event?: { readonly claim: string; readonly trusted: readonly string[] }
  readonly run: (claims: JWTPayload) => string
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '?')
const branchOf = (ref: unknown) => text(ref).replace(/^refs\/(heads|tags)\//, '')

const SERVICES: Readonly<Record<Exclude<PublisherKind, 'claims'>, Service>> = {
  // https://docs.github.com/en/actions/reference/security/oidc
  github: {
    repository: (repository) => ({ repository }),
    branch: (branch) => ({ ref: `refs/heads/${branch}` }),
    ids: ['repository_id', 'repository_owner_id'],
    // A pull request of a stranger runs as `pull_request`, and as `pull_request_target` with the branch of the base.
    event: {
      claim: 'event_name',
      trusted: ['push', 'workflow_dispatch', 'repository_dispatch', 'release', 'schedule', 'deployment', 'merge_group'],
    },
    run: ({ repository, ref, run_id }) => `github ${text(repository)}@${branchOf(ref)} run ${text(run_id)}`,
  },
  // https://docs.gitlab.com/ci/secrets/id_token_authentication
  gitlab: {
    repository: (repository) => ({ project_path: repository }),
    branch: (branch) => ({ ref: branch, ref_type: 'branch' }),
    ids: ['project_id', 'namespace_id'],
    event: {
      claim: 'pipeline_source',
      trusted: ['push', 'web', 'schedule', 'api', 'trigger', 'pipeline', 'parent_pipeline'],
    },
    run: ({ project_path, ref, job_id }) => `gitlab ${text(project_path)}@${branchOf(ref)} job ${text(job_id)}`,
  },
  // https://buildkite.com/docs/agent/v3/cli/reference/oidc
  buildkite: {
    repository: (repository) => {
      const [organization = '', pipeline = ''] = repository.split('/')
      return { organization_slug: organization, pipeline_slug: pipeline }
    },
    branch: (branch) => ({ build_branch: branch }),
    ids: ['pipeline_id', 'organization_id'],
    run: ({ organization_slug, pipeline_slug, build_branch, build_number }) =>
      `buildkite ${text(organization_slug)}/${text(pipeline_slug)}@${branchOf(build_branch)} build ${text(build_number)}`,
  },
}

const serviceOf = (kind: PublisherKind) => (kind === 'claims' ? undefined : SERVICES[kind])

const HOSTS: Readonly<Record<string, PublisherKind>> = {
  'token.actions.githubusercontent.com': 'github',
  'gitlab.com': 'gitlab',
  'agent.buildkite.com': 'buildkite',
}
export const kindOfIssuer = (issuer: string): PublisherKind =>
  (URL.canParse(issuer) ? HOSTS[new URL(issuer).hostname] : undefined) ?? 'claims'

export type PublisherRequest = {
  readonly kind: PublisherKind
  readonly repository?: string | undefined
  readonly branch?: string | undefined
  readonly environment?: string | undefined
  readonly claims: Claims
}

export const requiredClaims = (request: PublisherRequest): Claims | { readonly refused: string } => {
  const { kind, repository, branch, environment, claims } = request
  const service = serviceOf(kind)
  if (service === undefined) {
    if (repository !== undefined || branch !== undefined || environment !== undefined)
      return { refused: 'a repository, a branch and an environment need a kind: github, gitlab or buildkite' }
    return Object.keys(claims).length > 0 ? claims : { refused: 'name a claim that its tokens say: sub=…' }
  }
  if (repository === undefined) return { refused: 'name the repository: owner/name' }
  return {
    ...service.repository(repository),
    ...(branch !== undefined && service.branch(branch)),
    ...(environment !== undefined && { environment }),
    ...claims,
  }
}

/** Why verified claims do not fit a publisher. `undefined` when they fit. Case matters. */
export const mismatchOf = (publisher: Publisher, claims: JWTPayload): string | undefined => {
  const { id, kind } = publisher
  for (const [name, wanted] of Object.entries(publisher.claims)) {
    const said = claims[name]
    if (!isText(said) || String(said) !== wanted)
      return `publisher ${id} wants ${name} ${JSON.stringify(wanted)}, and the token says ${JSON.stringify(said) ?? 'nothing'}`
  }
  const event = serviceOf(kind)?.event
  if (event !== undefined && publisher.claims[event.claim] === undefined) {
    const cause = claims[event.claim]
    if (typeof cause !== 'string' || !event.trusted.includes(cause))
      return `publisher ${id} takes no job that was started by ${JSON.stringify(cause) ?? 'nothing'} (${event.claim})`
  }
  return undefined
}

const isText = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

/** Repository ids. `null` when the token has no id. */
export const idsOf = ({ kind }: Pick<Publisher, 'kind'>, claims: JWTPayload): Claims | null => {
  const told = (serviceOf(kind)?.ids ?? []).flatMap((name) =>
    isText(claims[name]) ? [[name, String(claims[name])]] : [],
  )
  return told.length > 0 ? Object.fromEntries(told) : null
}

/** Why ids differ from the first exchange. `undefined` when they fit. */
export const changedIds = (
  { id, pinned }: Pick<Publisher, 'id' | 'pinned'>,
  told: Claims | null,
): string | undefined => {
  for (const [name, first] of Object.entries(pinned ?? {}))
    if (told?.[name] !== first)
      return `publisher ${id} has had ${name} ${first} from its first exchange on, and the token says ${told?.[name] ?? 'nothing'}: another repository has taken its name`
  return undefined
}

/** The run of a token, for the history: `github owner/repo@main run 123`. */
export const runOf = ({ kind, issuer }: Pick<Publisher, 'kind' | 'issuer'>, claims: JWTPayload): string => {
  const run = serviceOf(kind)?.run(claims) ?? `${new URL(issuer).hostname} ${text(claims.sub)}`
  return run.replaceAll(/[^\w.@:/# -]/g, '?').slice(0, 200)
}
