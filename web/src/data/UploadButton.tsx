import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { give } from '../shell/commands';
import { strings } from '../strings';

export function UploadButton() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="button primary" onClick={() => input.current?.click()}>
        <Upload size={14} /> {strings.data.upload}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={strings.data.upload}
        onChange={(event) => {
          give('upload', [...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}
