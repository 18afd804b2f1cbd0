import { readNoticeKey } from '@atalaia/contracts'
import { INCIDENT_NOTICE } from '@atalaia/contracts/incidents'
import { useUser } from '@atalaia/react'
import { useEffect, useState } from 'react'
import { useIncidentsWords } from './incidents-words.ts'

const isRead = (key: string): boolean => {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/**
 * Explains the limits of the register. Open at the first visit in this browser, then collapsed
 * (P-INCIDENT-13).
 */
export const LegalNotice = () => {
  const { t } = useIncidentsWords()
  const key = readNoticeKey(useUser()?.email ?? '')
  const [wasRead] = useState(() => isRead(key))
  useEffect(() => {
    try {
      localStorage.setItem(key, '1')
    } catch {
      // It is open again at the next visit.
    }
  }, [key])
  return (
    <details className="analytics-incident__notice" open={!wasRead}>
      <summary>{t('notice')}</summary>
      <p>{INCIDENT_NOTICE}</p>
    </details>
  )
}
