/** PostgreSQL writes its control file in one piece of this size, mostly zeros. (src/include/catalog/pg_control.h) */
const CONTROL_FILE_SIZE = 8192

/**
 * What is wrong with a `global/pg_control`; undefined when nothing is. The file ends with the CRC-32C of what comes
 * before; where it ends depends on the version and the platform, so any end that fits will do.
 */
export function controlFileFault(file: Buffer): string | undefined {
  if (file.length !== CONTROL_FILE_SIZE) return 'global/pg_control has the wrong size'
  let crc = 0xffffffff
  for (let end = 0; end + 4 <= 512; end += 1) {
    if (end >= 128 && (crc ^ 0xffffffff) >>> 0 === file.readUInt32LE(end)) return undefined
    crc = (crc >>> 8) ^ (TABLE[(crc ^ (file[end] ?? 0)) & 0xff] ?? 0)
  }
  return 'global/pg_control has a wrong checksum'
}

/** CRC-32C, which `node:zlib` does not have. (RFC 3720, section B.4) */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1
  return crc
})
