import type { ApiKey, ApiKeys } from '@atalaia/contracts/api-keys'
import { Button, formatDate, formatNumber } from '@atalaia/ui'
import { momentText } from '../frame/moment-text.ts'
import { rightsText } from './key-words.ts'

type KeyListProps = { readonly keys: ApiKeys; readonly onRevoke: (key: ApiKey) => void }

export const KeyList = ({ keys: { chaves, revogadas, maximo }, onRevoke }: KeyListProps) => (
  <>
    <p className="ui-muted">
      {chaves.length === 0
        ? `Nenhuma chave ainda: a organização pode ter ${formatNumber(maximo)}.`
        : `${formatNumber(chaves.length)} de ${formatNumber(maximo)} em uso.`}
    </p>
    {chaves.length > 0 && (
      <ul className="auth-list">
        {chaves.map((key) => (
          <li key={key.id}>
            <KeyText apiKey={key} />
            <Button size="small" aria-label={`Revogar ${key.nome}, ${key.comeco}…`} onClick={() => onRevoke(key)}>
              Revogar
            </Button>
          </li>
        ))}
      </ul>
    )}
    {revogadas.length > 0 && (
      <details className="auth-revoked">
        <summary>Revogadas por último ({formatNumber(revogadas.length)})</summary>
        <ul className="auth-list">
          {revogadas.map((key) => (
            <li key={key.id}>
              <KeyText apiKey={key} />
            </li>
          ))}
        </ul>
      </details>
    )}
  </>
)

const KeyText = ({ apiKey: key }: { readonly apiKey: ApiKey }) => (
  <span>
    <strong>{key.nome}</strong> <code>{key.comeco}…</code>
    <br />
    {rightsText(key)}
    <br />
    <span className="ui-muted">
      {key.revogada_em === null ? `desde ${formatDate(key.criada_em)}` : `revogada em ${formatDate(key.revogada_em)}`}
      {' · '}
      {key.usada_em === null ? 'nunca usada' : `usada ${momentText(key.usada_em)}`}
    </span>
  </span>
)
