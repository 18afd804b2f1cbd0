import type { ListedAddress } from '@atalaia/contracts'
import type { ListedRow } from './list-repository.ts'

type Judged = { readonly lastSeen: ListedAddress['visto_por_ultimo']; readonly severity: ListedAddress['gravidade'] }
type Shown = {
  /** True for a list of a past day, in which nothing is open. */
  readonly isPast: boolean
  readonly isOwnerShown: boolean
}

/** A row of the list as the API tells it (P-LIST-3). */
export const toldAddress = (
  {
    id,
    address,
    leaks,
    passwords,
    openPasswords,
    leaksNow,
    addedAt,
    labels,
    watched,
    closed,
    inWork,
    owners,
    isNew,
  }: ListedRow,
  { lastSeen, severity }: Judged,
  { isPast, isOwnerShown }: Shown,
): ListedAddress => ({
  id,
  email: address,
  numero_vazamentos: leaks,
  numero_senhas: passwords,
  ...(!isPast && openPasswords < passwords && { senhas_em_aberto: openPasswords }),
  adicionado_em: addedAt,
  visto_por_ultimo: lastSeen,
  gravidade: severity,
  etiquetas: labels,
  aguarda: !watched,
  ...(isNew === true && { novo: true }),
  casos: { novos: leaksNow - closed - inWork, em_andamento: inWork, encerrados: closed },
  ...(isOwnerShown && { responsaveis: owners }),
})
