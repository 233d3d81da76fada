module laboratory

go 1.21
