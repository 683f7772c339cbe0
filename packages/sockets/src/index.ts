export * from './closed-ranges.ts';
export { type DerivedCertificate, derivedCertificate } from './derived-certificate.ts';
export { giveUnix, holdTcp, holdUnix, type HeldSocket, type HeldTcpSocket } from './held-socket.ts';
export { internalCertificate, internalServerName } from './internal-certificate.ts';
export { closeInherited } from './inherited.ts';
export { proxyAddress, serveProxies } from './proxy-socket.ts';
export { shortPath, type ShortPath } from './short-path.ts';
export { publicAddress } from './public-address.ts';
export { isPublicUrl } from './public-url.ts';
