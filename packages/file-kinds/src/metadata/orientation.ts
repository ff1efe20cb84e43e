/** The tag of the orientation in the first directory of EXIF. */
const ORIENTATION = 0x0112;
const PREFIX = Buffer.from('Exif\0\0', 'latin1');

/** Returns the orientation of a picture that its EXIF says, from 1 to 8; 1 for EXIF that says none or is broken. */
export function readOrientation(exif: Buffer): number {
  try {
    const tiff = exif.subarray(0, PREFIX.length).equals(PREFIX) ? exif.subarray(PREFIX.length) : exif;
    const isLittle = tiff.toString('latin1', 0, 2) === 'II';
    const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let entry = 0; entry < short(directory); entry += 1) {
      const at = directory + 2 + entry * 12;
      if (short(at) !== ORIENTATION) continue;
      const value = short(at + 8);
      return value >= 1 && value <= 8 ? value : 1;
    }
    return 1;
  } catch {
    return 1;
  }
}

/** Returns EXIF that says an orientation and nothing else, without the prefix of JPEG. */
export function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
