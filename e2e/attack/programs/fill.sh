exec cat /dev/zero >plugins/much
