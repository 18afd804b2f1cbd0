import type { FoundSource, HttpClient } from '@atalaia/contracts'
import type { RowNumber } from '@atalaia/contracts/number-rows'
import type { ReactNode } from 'react'
import { useAddressWords, type AddressWords } from './address-words.ts'
import { RowsDisclosure } from './rows-disclosure.tsx'

type SourceFactsProps = {
  readonly source: FoundSource
  readonly http: HttpClient
  readonly id: string
  readonly titleOf: (source: string) => string
}

/** P-ADDRESS-3 P-ADDRESS-12 P-SEVERITY-5 */
export const SourceFacts = ({ source, ...parts }: SourceFactsProps) => {
  const words = useAddressWords()
  const { t, date, listed, wordsFor } = words
  const { fonte, visto_por_ultimo: last, publico_em: known, aqui_desde: since, tipo, site, dados, maquinas } = source
  const rowsOf = (number: RowNumber, summary: string, after = 0) => (
    <RowsDisclosure {...parts} source={fonte} number={number} after={after} summary={summary} />
  )
  const moreSites = source.numero_sites - source.sites.length
  return (
    <>
      <Fact name={t('source.day')}>{source.dia_informado === false ? t('source.noDay') : date(source.dia)}</Fact>
      {last !== source.dia && <Fact name={t('source.last')}>{date(last)}</Fact>}
      {known !== null && <Fact name={t('source.public')}>{date(known)}</Fact>}
      {since !== null && <Fact name={t('source.here')}>{date(since)}</Fact>}
      <Fact name={t('severity')}>{pointsText(source, words)}</Fact>
      <Fact name={t('source.kind')}>
        {tipo === null ? t('source.unknown') : wordsFor(tipo)}
        {maquinas > 0 && rowsOf('computadores', t('source.machines', { count: maquinas }))}
      </Fact>
      {site !== null && <Fact name={t('source.site')}>{site}</Fact>}
      {source.numero_sites > 0 && (
        <Fact name={t('source.sites')}>
          {moreSites > 0 ? source.sites.join(', ') : listed(source.sites)}
          {moreSites > 0 && rowsOf('sites', t('source.sitesMore', { count: moreSites }), source.sites.length)}
        </Fact>
      )}
      <Fact name={t('source.data')}>{listed(['email', ...dados].map(wordsFor))}</Fact>
      <Fact name={t('source.password')}>
        <Passwords source={source} rowsOf={rowsOf} />
      </Fact>
    </>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const pointsText = ({ gravidade: { pontos, motivos } }: FoundSource, { t, wordsFor }: AddressWords): string =>
  t('source.points', {
    points: pontos,
    reasons: motivos.map((one) => t('source.reason', { points: one.pontos, reason: wordsFor(one.motivo) })).join(' + '),
  })

type PasswordsProps = Pick<SourceFactsProps, 'source'> & {
  readonly rowsOf: (number: RowNumber, summary: string) => ReactNode
}

const Passwords = ({ source, rowsOf }: PasswordsProps) => {
  const { t, listed } = useAddressWords()
  const { numero_senhas: clear, numero_hashes: hashed, hashes, senhas_repetidas: repeated } = source
  if (clear === 0 && hashed === 0) return t('source.noPassword')
  return (
    <>
      {clear > 0 && rowsOf('senhas', t('source.clear', { count: clear }))}
      {repeated > 0 && rowsOf('repetidas', t('source.repeated', { count: repeated }))}
      {clear > 0 && repeated === 0 && <div>{t('source.unrepeated')}</div>}
      {hashed > 0 && rowsOf('hashes', t('source.hashed', { count: hashed, types: listed(hashes) }))}
    </>
  )
}
