import { formatNumber } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Arquivo'

export const Example = () => {
  const [files, setFiles] = useState<readonly File[]>([])
  return (
    <>
      <label className="form-label" htmlFor="kit-file">
        Arquivos
      </label>
      <input
        id="kit-file"
        type="file"
        multiple
        className="form-control"
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
