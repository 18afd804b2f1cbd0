import { FileField, formatNumber } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Arquivo'

const inWords = (count: number): string | undefined => {
  if (count === 0) return undefined
  return count === 1 ? '1 arquivo' : `${count} arquivos`
}

export const Example = () => {
  const [files, setFiles] = useState<readonly File[]>([])
  return (
    <>
      <FileField
        label="Arquivos"
        multiple
        chosen={inWords(files.length)}
        onChange={(event) => setFiles([...(event.target.files ?? [])])}
      />
      <ul className="kit-files" aria-label="Arquivos escolhidos">
        {files.map((file) => (
          <li key={file.name}>
            {file.name} <span>{formatNumber(Math.ceil(file.size / 1024))} KB</span>
          </li>
        ))}
      </ul>
    </>
  )
}
