import { type ReactElement, useState } from 'react';
import '../parts/extras.css';

/** The largest file that is read in the browser. */
const MAX_BYTES = 50 * 1_048_576;

/** Props of the choice of a file; it hands on the text and the name of the file. */
export interface FileInputProps {
  readonly label: string;
  readonly onText: (text: string, name: string) => void;
  readonly fault?: string | undefined;
}

/** Renders the choice of a CSV file, by a button or by a drop. */
export function FileInput({ label, onText, fault }: FileInputProps): ReactElement {
  const [isOver, setOver] = useState(false);
  const [refused, setRefused] = useState<string>();
  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    setRefused(undefined);
    if (file.size > MAX_BYTES) return setRefused('The file is larger than 50 MB. Cut it in parts.');
    onText(await file.text(), file.name);
  }
  return (
    <div className="field">
      <label
        className="drop-box"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer.files[0]);
        }}
      >
        <span className="label">{label}</span>
        <input type="file" accept=".csv,.tsv,.txt,text/csv" onChange={(event) => void take(event.target.files?.[0])} />
        <span className="soft">UTF-8, with a comma, a semicolon or a tab between cells. The first line names the columns.</span>
      </label>
      {(refused ?? fault) && (
        <p className="fault" role="alert">
          {refused ?? fault}
        </p>
      )}
    </div>
  );
}
