import {
  addressesOutcomeSchema,
  addressPageSchema,
  changedSchema,
  removalsSchema,
  restoredSchema,
  MAX_LISTED_ADDRESSES,
  type AddressesOutcome,
  type AddressPage,
  type HttpClient,
  type HttpResult,
  type ListedAddress,
  type Removals,
} from '@atalaia/contracts'
import { queryText, readQuery, type AddressQuery } from './list-query.ts'

/** Largest page of the API. */
const FILE_PAGE = 500

/** `address` in the server's spelling. */
export type AddressMarks = {
  readonly address: string
  readonly labels: readonly string[]
  /** The owner's id, or ''. */
  readonly owner: string
}

const groupedBy = (marks: readonly AddressMarks[], keysOf: (mark: AddressMarks) => readonly string[]) => {
  const groups = new Map<string, string[]>()
  for (const mark of marks) for (const key of keysOf(mark)) groups.set(key, [...(groups.get(key) ?? []), mark.address])
  return groups
}

const batchesOf = (items: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(items.length / MAX_LISTED_ADDRESSES) }, (_, at) =>
    items.slice(at * MAX_LISTED_ADDRESSES, (at + 1) * MAX_LISTED_ADDRESSES),
  )

export const createListCalls = (http: HttpClient) => {
  const page = (query: AddressQuery, signal?: AbortSignal): Promise<HttpResult<AddressPage>> =>
    http.get(`/enderecos?${queryText(query)}`, addressPageSchema, signal && { signal })

  const inBatches = async (path: string, sent: readonly string[]): Promise<HttpResult<AddressesOutcome>> => {
    let value: AddressesOutcome = { novos: [], existentes: [], invalidos: [] }
    for (const enderecos of batchesOf(sent)) {
      const result = await http.postJson(path, { enderecos }, addressesOutcomeSchema)
      if (!result.ok) return result
      value = {
        novos: [...new Set([...value.novos, ...result.value.novos])],
        existentes: [...new Set([...value.existentes, ...result.value.existentes])],
        invalidos: [...value.invalidos, ...result.value.invalidos],
      }
    }
    return { ok: true, value }
  }

  const all = async (query: AddressQuery): Promise<HttpResult<readonly ListedAddress[]>> => {
    const rows: ListedAddress[] = []
    for (let at = 1; ; at += 1) {
      const text = queryText({ ...query, page: at })
      const result = await http.get(`/enderecos?${text}&tamanho=${FILE_PAGE}`, addressPageSchema)
      if (!result.ok) return result
      rows.push(...result.value.linhas)
      if (rows.length >= result.value.encontrados || result.value.linhas.length < FILE_PAGE)
        return { ok: true, value: rows }
    }
  }
  const assign = (ids: readonly string[], responsavel: string | null) =>
    http.postJson('/enderecos/atribuir', { ids, responsavel }, changedSchema)
  const label = (ids: readonly string[], etiqueta: string, tem: boolean) =>
    http.postJson('/enderecos/etiquetar', { ids, etiqueta, tem }, changedSchema)

  return {
    page,
    all,
    preview: (sent: readonly string[]) => inBatches('/enderecos/conferir', sent),
    add: (sent: readonly string[]) => inBatches('/enderecos', sent),
    remove: (ids: readonly string[]) => http.postJson('/enderecos/remover', { ids }, changedSchema),
    restore: (ids: readonly string[]) => http.postJson('/enderecos/desfazer', { ids }, restoredSchema),
    /** Pages from 1. */
    removals: (at: string, signal?: AbortSignal): Promise<HttpResult<Removals>> =>
      http.get(`/enderecos/removidos?pagina=${at}`, removalsSchema, signal && { signal }),
    assign,
    label,
    /** Of addresses just added. Returns whether all are kept. */
    mark: async (marks: readonly AddressMarks[]): Promise<boolean> => {
      const marked = marks.filter(({ labels, owner }) => labels.length > 0 || owner !== '')
      if (marked.length === 0) return true
      const listed = await all(readQuery(''))
      if (!listed.ok) return false
      const ids = new Map(listed.value.map(({ id, email }) => [email, id]))
      const idsOf = (addresses: readonly string[]) => batchesOf(addresses.flatMap((address) => ids.get(address) ?? []))
      const results: boolean[] = []
      for (const [text, addresses] of groupedBy(marked, ({ labels }) => labels))
        for (const batch of idsOf(addresses)) results.push((await label(batch, text, true)).ok)
      for (const [person, addresses] of groupedBy(marked, ({ owner }) => (owner === '' ? [] : [owner])))
        for (const batch of idsOf(addresses)) results.push((await assign(batch, person)).ok)
      return results.every(Boolean)
    },
  }
}

export type ListCalls = ReturnType<typeof createListCalls>
