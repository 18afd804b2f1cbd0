import type { ADDRESS_STEPS, FoundSource } from '@atalaia/contracts'

type Step = (typeof ADDRESS_STEPS)[number]

const CONTACT = ['phone', 'name', 'postal-address']

/** Steps for what leaked, the most urgent first (P-ADDRESS-6). */
export const adviceOf = (sources: readonly FoundSource[]): Step[] => {
  if (sources.length === 0) return []
  const leaked = (...kinds: readonly string[]) =>
    sources.some(({ dados }) => kinds.some((kind) => dados.includes(kind)))
  const robbed = sources.some(({ tipo, maquinas }) => tipo === 'stealer log' || maquinas > 0)
  const clear = sources.some(({ numero_senhas }) => numero_senhas > 0)
  const steps: readonly (readonly [Step, boolean])[] = [
    ['limpar-computador', robbed],
    ['encerrar-sessoes', robbed || leaked('cookies')],
    ['trocar-senha', clear],
    ['trocar-repetida', sources.some(({ senhas_repetidas }) => senhas_repetidas > 0)],
    ['trocar-por-hash', !clear && sources.some(({ numero_hashes }) => numero_hashes > 0)],
    ['avisar-banco', leaked('card')],
    ['vigiar-cpf', leaked('cpf', 'birth-date')],
    ['desconfiar-de-ligacoes', leaked(...CONTACT)],
    ['avisar-pessoa', true],
    ['duas-etapas', true],
  ]
  return steps.flatMap(([step, applies]) => (applies ? [step] : []))
}
