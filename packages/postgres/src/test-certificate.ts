/** Self-signed for `localhost`, valid for a hundred years: for servers in tests, and not secret. */
export const testCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgrkLft/nnfQ1kZddK
Qj/RKsZBVDVN0vhSgTSwwb200R+hRANCAATaJGg1u9zAprQyqTtqHJ5CsSi8bOWd
KBH328qe35R+PyHJ+fxt3phohe8cYRqqLaKE4tGlhQsuOpLq3/KF+T7q
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUMCVvo3y4Iwui8MNNC9wYrQCB0v8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjA5NDYwNFoYDzIxMjYxMDI5
MDk0NjA0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATaJGg1u9zAprQyqTtqHJ5CsSi8bOWdKBH328qe35R+PyHJ+fxt3pho
he8cYRqqLaKE4tGlhQsuOpLq3/KF+T7qo2kwZzAdBgNVHQ4EFgQUtwFqr9+ZImXI
8sSEJOa9a/ms4igwHwYDVR0jBBgwFoAUtwFqr9+ZImXI8sSEJOa9a/ms4igwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgW6/M8PYgYC69gjItYzipj2vG7b62GpbKOlOmyUTxpsICIHeJ+GyHUBbR
XJ9axbyaRVtk/o5zTnfj8L0Fxxfg9l12
-----END CERTIFICATE-----`,
};
